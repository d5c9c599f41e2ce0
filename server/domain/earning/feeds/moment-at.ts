import { plainLine } from './plain-text.ts';
import { scalarText, valueAt } from './values-at.ts';

const LENGTH_MAX = 40;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LAST_OF_DAY = 'T23:59:59Z';
/** A date and a time without a zone, such as `2027-01-31 12:00:00`. */
const LOCAL = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/;
const ZONED = /^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:?\d{2})$/;
const SECONDS = /^\d{10}$/;
/** Before the year 2000 and beyond 2100 a time is a mistake, or means never. */
const [EARLIEST, LATEST] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];

/**
 * The time at the path, ISO 8601 in UTC: of a time with a zone, one without (as UTC), a day (its end in UTC), or Unix seconds; null
 * for anything else.
 */
export function momentAt(raw: unknown, path: string | undefined): string | null {
  const text = plainLine(scalarText(valueAt(raw, path)) ?? '', LENGTH_MAX);
  const local = LOCAL.exec(text);
  const ms = SECONDS.test(text)
    ? Number(text) * 1000
    : Date.parse(
        DAY.test(text)
          ? text + LAST_OF_DAY
          : local
            ? `${local[1]}T${local[2]}Z`
            : ZONED.test(text)
              ? text
              : '',
      );
  if (!SECONDS.test(text) && !isDay(text.slice(0, 10))) return null;
  return ms >= EARLIEST && ms < LATEST ? new Date(ms).toISOString() : null;
}

/** Whether the calendar has the day: `Date.parse` takes the 31st of February for the 3rd of March. */
function isDay(text: string): boolean {
  const midnight = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}
