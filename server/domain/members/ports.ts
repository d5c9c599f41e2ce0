import type { Mailer, MailSite } from '#domain/notices/index.ts';
import type { CaptchaVerifier, Limits, Regions } from '#domain/trust/index.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';
import type { PasswordPolicy } from './passwords/password-policy.ts';

/** An event for the security log. Contains no e-mail address and no secret. */
export interface SecurityEvent {
  event:
    | 'account_requested'
    | 'account_created'
    | 'code_refused'
    | 'login_succeeded'
    | 'login_refused'
    | 'login_suspended'
    | 'logged_out'
    | 'reset_requested'
    | 'reset_refused'
    | 'password_reset'
    | 'second_factor_refused'
    | 'backup_code_used'
    | 'two_factor_enabled'
    | 'two_factor_disabled'
    | 'backup_codes_renewed'
    | 'passkey_added'
    | 'passkey_removed'
    | 'passkey_refused'
    /** Another device signs with a copy of the passkey. */
    | 'passkey_copied'
    | 'reauthenticated'
    | 'password_refused'
    | 'password_changed'
    | 'email_change_requested'
    | 'email_changed'
    | 'sessions_ended';
  ip: string;
  userId?: string | undefined;
}

/** What the calls around accounts need from outside. */
export interface AccountPorts {
  limits: Limits;
  captcha: CaptchaVerifier;
  passwords: PasswordHasher;
  policy: PasswordPolicy;
  /** Key of the HMAC that identifies mailboxes of former members. */
  mailboxKey: Buffer;
  /** Signs the tokens with which suspended members appeal. */
  appealKey: Buffer;
  /** Key of the HMAC in which mailed codes are stored. */
  codeKey: Buffer;
  /** Key of the HMAC of the cookies by which browsers are known, see `BrowserToken`. */
  browserKey: Buffer;
  /** Key that encrypts the seeds of authenticator apps. */
  seedKey: Buffer;
  passkeys: {
    /** The site's host name, to which its passkeys are bound. */
    rpId: string;
    /** The site's origin, the only one whose answers count. */
    origin: string;
    /** Key of the HMAC of challenges. */
    key: Buffer;
  };
  /** Country (ISO 3166-1 alpha-2) of telephone numbers typed without one. */
  phoneRegion: string;
  regions: Regions;
  onSecurityEvent: (event: SecurityEvent) => void;
}

/** What the jobs around accounts need from outside. */
export interface AccountMailPorts {
  mailer: Mailer;
  site: MailSite;
  codeKey: Buffer;
}

/** The sender of a request. */
export interface Client {
  ip: string;
  userAgent: string;
  /** Language of mails to someone without an account. */
  language: string;
  /** Token of the browser's current session, which ends when another one is opened. */
  sessionToken: string | undefined;
  /** The browser's cookies from before, see `BrowserToken`; may be any text. */
  knownBrowser: string | undefined;
  askedBrowser: string | undefined;
}
