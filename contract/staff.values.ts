/** What admins may do, by their role. Apart, so that members do not load it. No imports. */

export const STAFF_ROLES = ['owner', 'finance', 'support', 'read_only'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

const PERMISSIONS = [
  /** Totals, charts, health of walls. */
  'site.read',
  'members.read',
  /** Notes, pauses, ending of sessions, mails sent again. */
  'members.help',
  /** Claims, appeals, postbacks that nobody could be found for. */
  'queues.work',
  'points.adjust',
  /** Fulfils redemptions, gives awards. */
  'payouts.work',
  /** Decides about redemptions that a rule of risk holds. */
  'reviews.decide',
  /** The second of two people behind a large amount. */
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

/** Constants of the operators' calls that both sides of the wire need. No imports but types; members do not load them. */

export const OPERATOR_TEXT_MAX_LENGTH = 500;

/** Lists of staff that have no pages end at so many entries, and the screens say so. */
export const STAFF_LIST_MAX = 200;
