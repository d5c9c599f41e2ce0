/** Tries to hand a mail over, about ten minutes in all: a code or link that comes later helps nobody. */
export const MAIL_ATTEMPTS_MAX = 7;
