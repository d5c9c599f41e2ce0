const DAY_MS = 86_400_000;
/** `hh:mm:ss.sssZ` */
const TIME_LENGTH = 13;
/** Days that are remembered; beyond these it begins anew. */
const DAYS_MAX = 1_000;
const days = new Map<number, string>();
const digits = Array.from({ length: 1_000 }, (_, n) => String(n).padStart(3, '0'));
const three = (n: number) => digits[n] ?? '';
const two = (n: number) => three(n).slice(1);

/**
 * The same as `time.toISOString()`, which is most of the work of a page of entries, in a fifth of its time. Throws RangeError for
 * an invalid date.
 */
export function isoText(time: Date): string {
  const day = Math.floor(time.getTime() / DAY_MS);
  let text = days.get(day);
  if (text === undefined) {
    text = time.toISOString().slice(0, -TIME_LENGTH);
    if (days.size === DAYS_MAX) days.clear();
    days.set(day, text);
  }
  const ms = time.getTime() - day * DAY_MS;
  const seconds = Math.floor(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  return `${text}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}.${three(ms % 1_000)}Z`;
}
