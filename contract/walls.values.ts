/** Parts of a postback that decide which member gets what. */
/** What an operator may have walls told besides the member's code, if the member agrees. */
export const WALL_PERSONAL_FIELDS = ['email', 'name'] as const;
export type WallPersonalField = (typeof WALL_PERSONAL_FIELDS)[number];

export const CALL_PARTS = ['member', 'transaction', 'amount'] as const;
export type CallPart = (typeof CALL_PARTS)[number];
export const WALL_PERIODS = ['day', 'week'] as const;
export const PERIOD_HOURS: Record<(typeof WALL_PERIODS)[number], number> = { day: 24, week: 168 };

/** Ways in which credits of a wall can differ from its usual pattern, or from what staff did; see docs/walls.md. */
export const WALL_ALARM_KINDS = [
  'points',
  'points_per_credit',
  'member',
  'unnamed',
  'flagged',
  'cost',
  'underpaid',
  'paid_twice',
] as const;
export type WallAlarmKind = (typeof WALL_ALARM_KINDS)[number];

/** The page in which a wall's script runs. */
export const wallFramePath = (wallId: string): string => `/api/walls/${wallId}/frame`;
