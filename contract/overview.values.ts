import type { Permission } from './staff.values.ts';

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

/** Longest range of the overview: a leap year. */
export const ACTIVITY_DAYS_MAX = 366;
