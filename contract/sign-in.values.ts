export const VERIFICATION_CODE_LENGTH = 6;
export const VERIFICATION_CODE_MINUTES = 10;
export const RESET_LINK_MINUTES = 60;
export const PASSWORD_MAX_LENGTH = 128;

/** Why a password is refused regardless of its length. */
export const PASSWORD_REFUSALS = [
  'password_common',
  'password_breached',
  'password_is_address',
  'password_is_site_name',
] as const;
export const NAME_MAX_LENGTH = 100;

/** RFC 5321 section 4.5.3.1.3: a path is at most 256 octets, two of them the angle brackets. */
export const EMAIL_MAX_LENGTH = 254;
