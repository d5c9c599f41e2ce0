/** What a postback says that decides who gets what. */
export const CALL_PARTS = ['member', 'transaction', 'amount'] as const;
export type CallPart = (typeof CALL_PARTS)[number];
export const WALL_PERIODS = ['day', 'week'] as const;
export const PERIOD_HOURS: Record<(typeof WALL_PERIODS)[number], number> = { day: 24, week: 168 };

/** Ways in which the credits of a wall leave their own pattern; see docs/walls.md. */
export const WALL_ALARM_KINDS = [
  'points',
  'points_per_credit',
  'member',
  'unnamed',
  'flagged',
  'cost',
] as const;
export type WallAlarmKind = (typeof WALL_ALARM_KINDS)[number];
