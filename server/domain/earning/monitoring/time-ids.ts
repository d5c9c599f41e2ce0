/**
 * Ids of provider transactions begin with the time of their call (UUID version 7, RFC 9562 section 5.7). So the
 * primary key finds the calls of a time, and the table, which takes every credit, needs no index for it.
 */

/** The smallest id of this moment. */
export function firstIdAt(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
