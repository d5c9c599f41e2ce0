/** Tries to send a mail, over about ten minutes; codes and links are of no use later. */
export const MAIL_ATTEMPTS_MAX = 7;
