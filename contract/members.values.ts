/** Constants of the admins' calls, for server and browser. No imports; members' screens do not load them. */

export const MEMBER_SEARCH_MIN_LENGTH = 3;
export const MEMBER_SEARCH_MAX_LENGTH = 100;
export const MEMBER_PAGE_MAX = 100;

/** Larger numbers of members are shown as 'more than'. */
export const MEMBER_COUNT_MAX = 10_000;
export const STAFF_NOTE_MAX_LENGTH = 2_000;
export const MEMBER_STATUSES = ['active', 'paused', 'suspended', 'unconfirmed'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];
/** What a list of members can be narrowed to. `payout_late`: a machine should have made a reward of theirs by now. */
export const MEMBER_FILTERS = [...MEMBER_STATUSES, 'admin', 'payout_late'] as const;
export const MEMBER_ORDERS = ['created', 'points', 'cash', 'lastRewarded', 'name'] as const;
export type MemberOrder = (typeof MEMBER_ORDERS)[number];

/** The members that match the filters, the newest first. Streams bytes, so it is not an endpoint of the contract. */
export const MEMBERS_CSV_PATH = '/api/admin/users.csv';
