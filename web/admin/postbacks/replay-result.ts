import type { UnmatchedRow } from '#contract/postbacks.ts';
import type { CallVerdict } from '#contract/postbacks.values.ts';

export type ReplayResult = { verdict: CallVerdict } | { failure: string };

/** True if the replay found the member: the postback no longer waits, though its row is still on the screen. */
export const isApplied = (result: ReplayResult | undefined): boolean =>
  result !== undefined && 'verdict' in result && result.verdict !== 'unknown_user';

/** `result`: of its last replay on this screen. */
export const canBeReplayed = (
  { obstacle }: Pick<UnmatchedRow, 'obstacle'>,
  result: ReplayResult | undefined,
): boolean => obstacle === null && !isApplied(result);
