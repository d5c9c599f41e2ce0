/** Six digits of an app, or a backup code with its dashes. */
export const TWO_FACTOR_CODE_MAX_LENGTH = 40;
export const BACKUP_CODES = 10;

/** A sign-in counts as fresh for sensitive changes within this time. */
export const FRESH_SIGN_IN_MINUTES = 15;
