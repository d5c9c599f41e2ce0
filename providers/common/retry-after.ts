/** Reads Retry-After, seconds or a date (RFC 9110, section 10.2.3), and returns milliseconds; null if it is neither. */
export function retryAfterMs(value: string | null | undefined): number | null {
  if (value == null) return null;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
