import { useFormatter } from 'use-intl';

/** Writes `2026-11-20` as `Nov 20` in this language, whatever zone the browser is in. */
export function useCalendarDay(): (day: string) => string {
  const format = useFormatter();
  return (day) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { month: 'short', day: 'numeric', timeZone: 'UTC' });
}
