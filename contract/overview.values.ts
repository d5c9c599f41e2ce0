import type { Permission } from './staff.values.ts';

/**
 * Work queues and the permission that each needs. `payouts`: rewards that a machine should have made by now. `proof`: the
 * differences that the last proof of the ledger found.
 */
export const WORK_QUEUES = [
  'fulfilments',
  'payouts',
  'reviews',
  'approvals',
  'claims',
  'appeals',
  'parked',
  'alarms',
  'proof',
] as const;
export type WorkQueue = (typeof WORK_QUEUES)[number];

export const QUEUE_PERMISSIONS: Record<WorkQueue, Permission> = {
  fulfilments: 'payouts.work',
  payouts: 'payouts.work',
  reviews: 'reviews.decide',
  approvals: 'payouts.approve',
  claims: 'queues.work',
  appeals: 'queues.work',
  parked: 'queues.work',
  alarms: 'queues.work',
  proof: 'audit.read',
};

/** Claims, appeals, approvals, wall alarms and unmatched postbacks should be dealt with in this time, which members are not promised. */
export const QUEUE_DUE_HOURS = 48;

/** Most items of a queue that are counted. */
export const QUEUE_COUNT_MAX = 10_000;

/** Longest range of the overview: a leap year. */
export const ACTIVITY_DAYS_MAX = 366;

/**
 * Whether PostgreSQL and every browser know the time zone: they share the names of the time zone database. PostgreSQL
 * reads offsets such as `+05:30` with the opposite sign, as POSIX does.
 */
export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
