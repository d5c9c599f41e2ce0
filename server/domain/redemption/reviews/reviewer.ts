import { sql } from 'kysely';
import { ROLE_PERMISSIONS, STAFF_ROLES } from '#contract/staff.values.ts';

const REVIEWING_ROLES = STAFF_ROLES.filter((role) => ROLE_PERMISSIONS[role].includes('reviews.decide'));

/** Whether the admin `owner`, to whom a review is assigned, may still decide it. Otherwise it is assigned to nobody. */
export const MAY_REVIEW = sql<boolean>`(owner.staff_role = any (${REVIEWING_ROLES}::text[]) and owner.suspended_at is null)`;
