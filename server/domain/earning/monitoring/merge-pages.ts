/** A part of one of two lists, in the order of its own keys, newest first. */
export interface Part<Row> {
  rows: Row[];
  /** The last key that was read; null if the list has no more rows. */
  end: { id: string; at: Date } | null;
}

/** Where a list continues: after a key, at its beginning (null), or not at all. */
export type Place = string | null | 'end';

/**
 * Merges the newest rows of two lists, at most `size`, and returns where each list continues. Rows older than the end
 * of the other list's part are left to a later page, so none is shown too early or lost.
 */
export function mergePages<Row extends { id: string; at: Date }>(
  parts: readonly [Part<Row>, Part<Row>],
  from: readonly [Place, Place],
  size: number,
): { rows: Row[]; next: [Place, Place]; floor: Date | null } {
  // Keys and times can differ by milliseconds; within a list the order of its keys counts.
  const timed = parts.map(({ rows, end }) => {
    let latest = Number.POSITIVE_INFINITY;
    const entries = rows.map((row) => {
      latest = Math.min(latest, row.at.getTime());
      return { row, at: latest };
    });
    return { entries, floor: end ? Math.min(latest, end.at.getTime()) : Number.NEGATIVE_INFINITY };
  });
  const floor = Math.max(...timed.map((part) => part.floor));
  const taken = timed
    .flatMap(({ entries }, part) => entries.map((entry) => ({ ...entry, part })))
    .filter(({ at }) => at >= floor)
    .sort((a, b) => b.at - a.at)
    .slice(0, size);
  const placeAfter = (index: 0 | 1): Place => {
    const own = taken.filter(({ part }) => part === index);
    const { rows, end } = parts[index];
    if (own.length === rows.length) return end ? end.id : 'end';
    return own.at(-1)?.row.id ?? from[index];
  };
  return {
    rows: taken.map(({ row }) => row),
    next: [placeAfter(0), placeAfter(1)],
    floor: Number.isFinite(floor) ? new Date(floor) : null,
  };
}
