import { useState } from 'react';

/** What is being done with the open row of a list. */
export interface Work {
  /** It has left the list, as somebody else has dealt with it. */
  gone: boolean;
  /** To be called once this admin has dealt with it: it then leaves with the list. */
  settle: () => void;
}

/**
 * The rows, and in its place also the open one when somebody else has dealt with it: what is typed there must not be lost
 * until it is closed.
 */
export function useKept<Row>(
  rows: readonly Row[],
  isOpen: (row: Row) => boolean,
): Work & { shown: readonly Row[] } {
  const [kept, setKept] = useState<{ row: Row; at: number; settled: boolean }>();
  const at = rows.findIndex(isOpen);
  const row = rows[at];
  if (row !== undefined && row !== kept?.row) setKept({ row, at, settled: false });
  const left = row === undefined && kept && !kept.settled && isOpen(kept.row) ? kept : undefined;
  return {
    shown: left ? rows.toSpliced(left.at, 0, left.row) : rows,
    gone: left !== undefined,
    // By then another row may be open.
    settle: () => setKept((last) => (last && isOpen(last.row) ? { ...last, settled: true } : last)),
  };
}
