/** About as many lines cross the chart. */
const STEPS = 4;
const ROUND = [1, 2, 5, 10];

/** The values at the lines of a chart that holds this value, from zero upwards: round, whole and evenly spaced. */
export function linesUpTo(highest: number): number[] {
  const least = Math.max(highest / STEPS, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * (ROUND.find((factor) => factor * power >= least) ?? 1);
  const count = Math.max(Math.ceil(highest / step), 1);
  return Array.from({ length: count + 1 }, (_, line) => line * step);
}

/** At most `most` of the numbers below `count`, evenly spread, with the first and the last. */
export function spread(count: number, most: number): number[] {
  const shown = Math.min(count, most);
  return Array.from({ length: shown }, (_, at) => Math.round((at * (count - 1)) / Math.max(shown - 1, 1)));
}
