/** Roles and their permissions. A file of its own, without imports, so that members do not load it. */

export const STAFF_ROLES = ['owner', 'finance', 'support', 'read_only'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

const PERMISSIONS = [
  /** Totals, charts, health of walls. */
  'site.read',
  'members.read',
  /** Notes, pauses, ending sessions, sending mails again. */
  'members.help',
  /** Claims, appeals, unmatched postbacks. */
  'queues.work',
  'points.adjust',
  /** Fulfilling redemptions, giving awards. */
  'payouts.work',
  /** Decisions about redemptions under review. */
  'reviews.decide',
  /** Second approvals of large amounts. */
  'payouts.approve',
  /** Missions, rewards, stock, pauses of walls. */
  'catalogue.edit',
  'audit.read',
  'exports',
  /** Roles of others, API keys, webhooks. */
  'staff.manage',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const ROLE_PERMISSIONS: Record<StaffRole, readonly Permission[]> = {
  owner: PERMISSIONS,
  finance: [
    'site.read',
    'members.read',
    'points.adjust',
    'payouts.work',
    'reviews.decide',
    'payouts.approve',
    'audit.read',
    'exports',
  ],
  support: ['site.read', 'members.read', 'members.help', 'queues.work', 'audit.read'],
  read_only: ['site.read', 'members.read', 'audit.read'],
};

/** Constants of the operators' calls, for server and browser. No imports but types; members do not load them. */

export const OPERATOR_TEXT_MAX_LENGTH = 500;

/** Most entries of staff lists that have no pages; the screens say so. */
export const STAFF_LIST_MAX = 200;
/** Entries on a page of a list of staff that has pages. */
export const STAFF_PAGE = 50;
