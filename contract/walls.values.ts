/** Parts of a postback that decide which member gets what. */
export const CALL_PARTS = ['member', 'transaction', 'amount'] as const;
export type CallPart = (typeof CALL_PARTS)[number];
export const WALL_PERIODS = ['day', 'week'] as const;
export const PERIOD_HOURS: Record<(typeof WALL_PERIODS)[number], number> = { day: 24, week: 168 };

/** Ways in which credits of a wall can differ from its usual pattern; see docs/walls.md. */
export const WALL_ALARM_KINDS = [
  'points',
  'points_per_credit',
  'member',
  'unnamed',
  'flagged',
  'cost',
] as const;
export type WallAlarmKind = (typeof WALL_ALARM_KINDS)[number];
