import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';

/** Accounts that were made by an account elsewhere have no password until their member chooses one by a mailed link. */

const RANDOM_BYTES = 16;

/** In the place of a hash, and none that a password could have; random, as browsers are known to an account by it. */
export const noPassword = (): string => `none:${randomBytes(RANDOM_BYTES).toString('base64url')}`;

/** True for a member who has chosen a password; no other table of the statement may have a column `password`. */
export const HAS_PASSWORD = sql<boolean>`password not like 'none:%'`;
