import { ACTIVITY_DAYS_MAX, isTimeZone } from '#contract/overview.values.ts';

/** Numbers of days up to today that one click chooses. */
export const RANGES = ['7', '30', '90'] as const;
export const USUAL_DAYS = 30;
const DAY_MS = 86_400_000;

export interface Range {
  from: string;
  to: string;
  timeZone: string;
}

/** The query of the address. */
type Search = Record<string, string>;

/** Today in this time zone: `2026-11-20`. */
export function todayIn(timeZone: string): string {
  // Swedish dates have the form of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
}

/** True if the address names the days themselves, as they were typed, instead of how many there are up to today. */
export const isCustom = ({ from, to }: Search): boolean => from !== undefined || to !== undefined;

/** What is wrong with the days that the address names, if anything. */
export function rangeFault(search: Search): 'required' | 'badRange' | 'tooLong' | undefined {
  if (!isCustom(search)) return undefined;
  const { from, to } = search;
  if (!isDay(from) || !isDay(to)) return 'required';
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) return 'badRange';
  return days > ACTIVITY_DAYS_MAX ? 'tooLong' : undefined;
}

/** The range in the address, undefined if something is wrong with its days; the last 30 days if it has none. */
export function rangeOf(search: Search): Range | undefined {
  if (rangeFault(search)) return undefined;
  const timeZone = timeZoneOf(search);
  const { from, to = todayIn(timeZone), days } = search;
  const known = RANGES.find((range) => range === days);
  return { from: from ?? before(to, Number(known ?? USUAL_DAYS)), to, timeZone };
}

/** The time zone in the address; if it is missing or unknown, that of the browser. */
export function timeZoneOf({ zone }: Search): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [zone, own].find((name) => name !== undefined && isTimeZone(name)) ?? 'UTC';
}

/** The first of `days` days that end with `to`. */
const before = (to: string, days: number) =>
  new Date(Date.parse(to) - (days - 1) * DAY_MS).toISOString().slice(0, 10);

const isDay = (text: string | undefined): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
