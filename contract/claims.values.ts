/** What a member or an admin writes about a missing reward. */
export const CLAIM_TEXT_MAX_LENGTH = 1_000;

/** Oldest event that a claim can be about; walls settle within weeks. */
export const CLAIM_DAYS_MAX = 180;
