import type { Permission } from './staff.values.ts';

/** Constants of API keys that both sides of the wire need. No imports but types; members' screens do not load them. */

/**
 * What a key may be made for. The others need a person: decisions about people (`members.help`, `queues.work`,
 * `reviews.decide`), the second look at large amounts (`payouts.approve`), and rights themselves (`staff.manage`), by
 * which a key could make keys.
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

/** With these a key changes what members can spend. */
export const MONEY_SCOPES: readonly KeyScope[] = ['catalogue.edit', 'points.adjust', 'payouts.work'];
export const KEY_NAME_MAX_LENGTH = 60;
export const KEY_DAYS_MAX = 365;

/** Keys that work at the same time. */
export const KEYS_MAX = 50;

/** What every key begins with, so that scanners of code find one that was published. */
export const KEY_PREFIX = 'pk_live_';

/** `stopped`: who made it is no admin with a second factor any more. */
export const KEY_STATES = ['live', 'expired', 'revoked', 'stopped'] as const;
export type KeyState = (typeof KEY_STATES)[number];
