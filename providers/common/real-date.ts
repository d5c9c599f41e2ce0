/** Other years are written with another number of digits, which neither the database nor the API reads back. */
const END_OF_YEARS_MS = Date.UTC(10_000, 0);

/** A vendor's time as a date; undefined unless it is one of the years 1970 to 9999. */
export const realDate = (ms: number): Date | undefined =>
  ms >= 0 && ms < END_OF_YEARS_MS ? new Date(ms) : undefined;
