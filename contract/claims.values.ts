/** What a member or an admin writes about a missing reward. */
export const CLAIM_TEXT_MAX_LENGTH = 1_000;

/** Oldest event that a claim can be about; walls settle within weeks. */
export const CLAIM_DAYS_MAX = 180;

const DAY_MS = 86_400_000;

/** The first time that a claim can be about if it is begun now, with a day to write it. */
export const firstClaimable = (now: Date): Date => new Date(now.getTime() - (CLAIM_DAYS_MAX - 1) * DAY_MS);
