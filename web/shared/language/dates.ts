import type { DateTimeFormatOptions } from 'use-intl';
import { serverNow } from '#web/shared/api/clock.ts';

/** Named date formats, also for messages: `{when, date, long}`. */
export const DATE_FORMATS = {
  long: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  medium: { year: 'numeric', month: 'short', day: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
  /** The last day of a reward: a day in UTC, as on the server, so it is the same in every time zone. */
  day: { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' },
  moment: { month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, DateTimeFormatOptions>;
export type DateFormat = keyof typeof DATE_FORMATS;

/** The format for a time; `moment` adds the year if it is not the present one. */
export const formatOf = (name: DateFormat, when: Date, now = serverNow()): DateTimeFormatOptions =>
  name === 'moment' && when.getFullYear() !== now.getFullYear()
    ? { year: 'numeric', ...DATE_FORMATS.moment }
    : DATE_FORMATS[name];
