import type { Permission } from './values.ts';

/** Constants of the operators' calls that both sides of the wire need. No imports but types; members do not load them. */

export const OPERATOR_TEXT_MAX_LENGTH = 500;
/** Lists of staff that have no pages end at so many entries, and the screens say so. */
export const STAFF_LIST_MAX = 200;
export const WALL_PERIODS = ['day', 'week'] as const;
export const PERIOD_HOURS: Record<(typeof WALL_PERIODS)[number], number> = { day: 24, week: 168 };

/** What becomes of a postback, as far as the log knows; see docs/walls.md. */
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

/** Kinds of calls that are counted together. */
export const VERDICT_GROUPS = ['credited', 'reversed', 'duplicate', 'rejected', 'parked', 'other'] as const;
export type VerdictGroup = (typeof VERDICT_GROUPS)[number];

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

/** Queues of work, and who may work them. */
export const WORK_QUEUES = [
  'fulfilments',
  'reviews',
  'approvals',
  'claims',
  'appeals',
  'parked',
  'alarms',
] as const;
export type WorkQueue = (typeof WORK_QUEUES)[number];
export const QUEUE_PERMISSIONS: Record<WorkQueue, Permission> = {
  fulfilments: 'payouts.work',
  reviews: 'reviews.decide',
  approvals: 'payouts.approve',
  claims: 'queues.work',
  appeals: 'queues.work',
  parked: 'queues.work',
  alarms: 'queues.work',
};
/** Claims, appeals and parked postbacks should be answered within this time. Members are not promised it. */
export const QUEUE_DUE_HOURS = 48;
/** Whoever takes a claim or an appeal has it for so long. */
export const OWNER_MINUTES = 15;

/** Lists that staff can download by days; each is a stream of bytes at `/api/admin/exports/<name>.csv`. */
export const EXPORTS = ['tasks', 'redemptions', 'awards', 'transactions', 'ledger'] as const;
export type ExportName = (typeof EXPORTS)[number];
export const exportPath = (name: ExportName): string => `/api/admin/exports/${name}.csv`;
