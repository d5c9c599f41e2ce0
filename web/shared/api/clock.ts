/** How far the server's clock is ahead of this browser's, in milliseconds. */
let aheadMs = 0;

/** Reads the server's clock from the header `Date` of one of its responses; without one it stays as it was. */
export function noteServerTime(date: string | null): void {
  const told = Date.parse(date ?? '');
  if (!Number.isNaN(told)) aheadMs = told - Date.now();
}

/** The server's time now, to the second. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);
