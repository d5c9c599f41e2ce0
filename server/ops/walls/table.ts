/** One response to a simulated call. */
export interface Answer {
  what: string;
  answer: string;
  milliseconds: number;
}

/** How often each response came, and how fast, as lines of aligned columns. */
export function tableOf(answers: Answer[]): string {
  const groups = Map.groupBy(answers, ({ what, answer }) => `${what}\t${answer}`);
  const rows = [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, group]) => {
      const times = group.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
      const at = (part: number) => (times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(0);
      return [...key.split('\t'), String(group.length), at(0.5), at(1)];
    });
  const table = [['call', 'answer', 'count', 'median ms', 'slowest ms'], ...rows];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
