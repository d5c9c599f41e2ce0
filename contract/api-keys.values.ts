import type { Permission } from './staff.values.ts';

/** Constants of API keys that both sides of the wire need. No imports but types; members' screens do not load them. */

/**
 * Permissions that a key may have. The others need a person: decisions about people (`members.help`, `queues.work`,
 * `reviews.decide`), second approvals of large amounts (`payouts.approve`), and rights themselves (`staff.manage`),
 * with which a key could create keys.
 */
export const KEY_SCOPES = [
  'site.read',
  'members.read',
  'audit.read',
  'exports',
  'catalogue.edit',
  'points.adjust',
  'payouts.work',
] as const satisfies readonly Permission[];
export type KeyScope = (typeof KEY_SCOPES)[number];

/** With these scopes a key changes what members can spend. */
export const MONEY_SCOPES: readonly KeyScope[] = ['catalogue.edit', 'points.adjust', 'payouts.work'];
export const KEY_NAME_MAX_LENGTH = 60;
export const KEY_DAYS_MAX = 365;

/** Most keys that are live at the same time. */
export const KEYS_MAX = 50;

/** Every key begins with this, so that secret scanners find a published one. */
export const KEY_PREFIX = 'pk_live_';

/** `stopped`: the admin who created the key no longer has a role or a second factor. */
export const KEY_STATES = ['live', 'expired', 'revoked', 'stopped'] as const;
export type KeyState = (typeof KEY_STATES)[number];
