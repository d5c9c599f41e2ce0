import type { DateTimeFormatOptions } from 'use-intl';

/** Named formats of times, which messages may use too: `{when, date, long}`. */
export const DATE_FORMATS = {
  long: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  medium: { year: 'numeric', month: 'short', day: 'numeric' },
  time: { hour: 'numeric', minute: '2-digit' },
  /** The last day of a reward: the same everywhere, and a day of UTC as the server has it. */
  day: { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' },
  moment: { month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, DateTimeFormatOptions>;
export type DateFormat = keyof typeof DATE_FORMATS;

/** How a time is written. A moment of another year than the present says of which. */
export const formatOf = (name: DateFormat, when: Date, now = new Date()): DateTimeFormatOptions =>
  name === 'moment' && when.getFullYear() !== now.getFullYear()
    ? { year: 'numeric', ...DATE_FORMATS.moment }
    : DATE_FORMATS[name];
