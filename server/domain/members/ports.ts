import type { StaffRole } from '#contract/staff.values.ts';
import type { Tx } from '#database/client.ts';
import type { Mailer, MailSite } from '#domain/notices/index.ts';
import type { CaptchaVerifier, Limits, Regions } from '#domain/trust/index.ts';
import type { PasswordHasher } from './passwords/password-hash.ts';
import type { PasswordPolicy } from './passwords/password-policy.ts';

/** An event for the security log. Contains no email address and no secret. */
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
    | 'identity_refused'
    /** No account is linked to it: the start of every sign-up by another site. */
    | 'identity_unknown'
    /** Somebody without a role at the staff's own site. */
    | 'outsider_refused'
    /** Staff whose role comes from there tried to sign in another way. */
    | 'staff_login_refused'
    | 'identity_linked'
    | 'identity_unlinked'
    | 'reauthenticated'
    | 'password_refused'
    | 'password_changed'
    | 'email_change_requested'
    | 'email_changed'
    | 'data_exported'
    | 'sessions_ended';
  ip: string;
  userId?: string | undefined;
}

/** Who somebody is at another site. */
export interface VouchedIdentity {
  /** The other site, and its name for the person, which never changes and is never given to another (OpenID Connect). */
  issuer: string;
  subject: string;
  /** In lower case; undefined unless the other site has confirmed it. */
  email: string | undefined;
  name: string | undefined;
  /** When the other site last asked for a proof, if it says so. */
  askedAt: Date | undefined;
  /** Of the operator's own site for staff: the role of the person, null for none. */
  staffRole?: StaffRole | null;
}

/** The role that the operator's own site gives a member. */
export interface RoleElsewhere {
  memberId: string;
  provider: string;
  role: StaffRole | null;
  ip: string;
}

/** What must be the same at both ends of a visit to another site. */
interface Visit {
  /** The address of this site to which the browser comes back. */
  returnTo: string;
  state: string;
}

/** Another site that says who somebody is. Both functions throw Refusal identity_unavailable, `finish` identity_refused. */
export interface IdentityProvider {
  id: string;
  /** As buttons show it. */
  name: string;
  /** Returns where the browser goes, and two secrets for `finish`. */
  start: (visit: Visit) => Promise<{ url: string; nonce: string; verifier: string }>;
  /** Exchanges the parameters with which the browser came back. */
  finish: (
    visit: Visit & { parameters: string; nonce: string; verifier: string },
  ) => Promise<VouchedIdentity>;
}

/** Somebody with a role has another name or address than before. */
export interface StaffRenamed {
  memberId: string;
  role: StaffRole;
  ip: string;
  what: 'name' | 'address';
  before: string;
  after: string;
}

/** What the calls around accounts need from outside. */
export interface AccountPorts {
  limits: Limits;
  captcha: CaptchaVerifier;
  passwords: PasswordHasher;
  policy: PasswordPolicy;
  /** Whether a password is known from a breach; undefined if the site asks nobody. Never throws, and waits for seconds at most. */
  isBreached: ((password: string) => Promise<boolean>) | undefined;
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
  identities: {
    providers: readonly IdentityProvider[];
    /** The site's origin, to which browsers come back. */
    origin: string;
    /** Key (32 bytes) that encrypts what browsers keep meanwhile. */
    key: Buffer;
    /** Gives the member that role, as far as it is for the other site to give. */
    applyRole: (tx: Tx, given: RoleElsewhere) => Promise<void>;
  };
  /** Country (ISO 3166-1 alpha-2) of telephone numbers typed without one. */
  phoneRegion: string;
  regions: Regions;
  /** Tells those who wait for the member's name that it is another one, in the transaction that changed it. */
  onNameChanged: (tx: Tx, memberId: string) => Promise<void>;
  /** Records the change, as the last act of the transaction that made it. */
  onStaffRenamed: (tx: Tx, change: StaffRenamed) => Promise<void>;
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
  /** What the browser keeps of a visit to another site, see `keepAnswer`; may be any text. */
  journey: string | undefined;
  vouched: string | undefined;
}
