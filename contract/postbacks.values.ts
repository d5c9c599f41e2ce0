/** Results of a postback, as the log knows them; see docs/walls.md. */
export const CALL_VERDICTS = [
  'credited',
  'flagged',
  'netted',
  'reversed',
  'reversed_early',
  'duplicate',
  'conflict',
  'unknown_user',
  'bad_signature',
  'refused',
  'test',
  'pending',
  'ignored',
] as const;
export type CallVerdict = (typeof CALL_VERDICTS)[number];

/** Results of a replay. The log lists a pending credit as `credited`. */
export const REPLAY_VERDICTS = [...CALL_VERDICTS, 'held'] as const;
export type ReplayVerdict = (typeof REPLAY_VERDICTS)[number];

/** Results that leave a call as it came: staff can replay it. */
export const REPLAYABLE_VERDICTS = ['unknown_user', 'ignored', 'pending'] as const;

/** Groups of results that are counted together. */
export const VERDICT_GROUPS = ['credited', 'reversed', 'duplicate', 'rejected', 'parked', 'other'] as const;
export type VerdictGroup = (typeof VERDICT_GROUPS)[number];
