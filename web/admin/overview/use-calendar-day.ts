import { useFormatter } from 'use-intl';

/** Formats `2026-11-20` as `Nov 20` in the person's language, in any time zone. */
export function useCalendarDay(): (day: string) => string {
  const format = useFormatter();
  return (day) =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { month: 'short', day: 'numeric', timeZone: 'UTC' });
}
