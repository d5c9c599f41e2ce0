import type { Mailer, MailSite } from '#domain/notices/index.ts';
import type { CaptchaVerifier, Limits, Regions } from '#domain/trust/index.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';
import type { PasswordPolicy } from './passwords/password-policy.ts';

/** What happened around an account, for the security log. Holds no address of a person and no secret. */
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
  /** Key of the HMAC under which mailboxes of former members are kept. */
  mailboxKey: Buffer;
  /** Signs the tokens with which suspended members answer. */
  appealKey: Buffer;
  /** Key of the HMAC under which codes are stored. */
  codeKey: Buffer;
  /** Key of the HMAC of the cookies by which browsers are known, see `BrowserToken`. */
  browserKey: Buffer;
  /** Key under which the seeds of authenticator apps are encrypted. */
  seedKey: Buffer;
  /** Country (ISO 3166-1 alpha-2) of telephone numbers that are typed without one. */
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

/** Who sends a request. */
export interface Client {
  ip: string;
  userAgent: string;
  /** What mails to somebody without an account are written in. */
  language: string;
  /** Token of the session that the browser has now; it ends when another one is opened. */
  sessionToken: string | undefined;
  /** Its cookies of before, see `BrowserToken`; any text. */
  knownBrowser: string | undefined;
  askedBrowser: string | undefined;
}
