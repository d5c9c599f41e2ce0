import type { CallOutput } from '#contract/index.ts';
import type { ReplayVerdict } from '#contract/postbacks.values.ts';

export type ReplayResult = CallOutput<'POST /api/admin/parked/{id}/replay'> | { failure: string };

const APPLIED: ReplayVerdict[] = ['credited', 'held', 'flagged', 'netted', 'reversed', 'reversed_early'];

/** True if the replay did what the call says, now or, for a reversal that came early, once its credit comes. */
export const isApplied = (result: ReplayResult): boolean =>
  'verdict' in result && !result.waits && APPLIED.includes(result.verdict);

/** True if the postback no longer waits, whatever came of it, though its row is still on the screen. */
export const isDone = (result: ReplayResult | undefined): boolean =>
  result !== undefined && 'verdict' in result && !result.waits;

/** `obstacle`: why it could not be replayed when it was read, or null; `result`: of its last replay on this screen. */
export const canBeReplayed = (obstacle: string | null, result: ReplayResult | undefined): boolean =>
  obstacle === null && !isDone(result);
