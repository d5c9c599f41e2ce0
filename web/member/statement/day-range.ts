/** `2026-03-28`. */
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
/** Of a time in the years 0 to 9999, as the server takes it. */
const MOMENT_LENGTH = '2026-03-28T00:00:00.000Z'.length;

/** The moments between which these days of the member's time zone lie, both included; what is no day is left out. */
export function dayRange(from: string | undefined, to: string | undefined): { from?: string; to?: string } {
  const [start, end] = [startOf(from, 0), startOf(to, 1)];
  return { ...(start && { from: start }), ...(end && { to: end }) };
}

function startOf(day: string | undefined, later: number): string | undefined {
  const [, year, month, date] = DAY.exec(day ?? '') ?? [];
  if (!year || Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return undefined;
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString();
  return start.length === MOMENT_LENGTH ? start : undefined;
}
