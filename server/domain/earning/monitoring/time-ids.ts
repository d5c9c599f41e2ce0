/**
 * Ids of provider transactions are made when their call comes in and begin with that time (UUID version 7, RFC 9562
 * section 5.7), so their primary key finds the calls of a time: the table takes every credit and gets no index for it.
 */

/** The smallest id of the moment. */
export function firstIdAt(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
