/** What a member or an admin writes about a missing reward. */
export const CLAIM_TEXT_MAX_LENGTH = 1_000;
