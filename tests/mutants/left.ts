/** A place of an exchanged operator that no test notices: a line of the code, the operator in it, and why it is accepted. */
export type Left = [line: string, operator: string, reason: string];

/** By file. A line stands here without its indentation; the reason is that of every such operator in it. */
export const LEFT: Readonly<Record<string, readonly Left[]>> = {
  'server/domain/earning/wall-format/proof.ts': [
    [
      'const place = l * (right.length + 1) + r;',
      '+',
      'The second sum may be a difference: each pair of places has a number of its own all the same.',
    ],
  ],
  'server/domain/earning/wall-format/request.ts': [
    [
      "const pairs = new URLSearchParams(start < 0 ? '' : request.target.slice(start + 1));",
      '<',
      'A target begins with a slash, so that no query begins at its start.',
    ],
    ['if (start < 0) return target;', '<', 'The same: no query begins at the start of a target.'],
  ],
  'server/domain/earning/monitoring/judge-day.ts': [
    [
      'const percent = revenuePoints > 0 ? Math.ceil((day.namedPoints * 100) / revenuePoints) : COST_PERCENT_MAX;',
      '>',
      'Without revenue the quotient has no end, and the largest percentage is reported all the same.',
    ],
  ],
};
