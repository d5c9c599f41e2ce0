import type { PauseReason } from '#contract/suspensions.values.ts';

/** Security events of an account. The member is always notified, whatever the switches, at the address of that time. */
export type SecurityKind =
  | 'password_changed'
  | 'two_factor_enabled'
  | 'two_factor_disabled'
  | 'backup_codes_renewed'
  | 'backup_code_used'
  | 'passkey_added'
  | 'passkey_removed'
  /** Somebody signed with a copy of a passkey and was refused. */
  | 'passkey_copied'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'new_device'
  /** Someone guesses second factors after the right password. */
  | 'second_factors_refused'
  /** The same after a sign-in by an account elsewhere. */
  | 'second_factors_refused_elsewhere'
  /** Someone guesses passwords. */
  | 'passwords_refused'
  /** The same in a session, or in a browser that the account knows. */
  | 'passwords_refused_known'
  | 'email_change_requested'
  | 'email_changed'
  | 'data_exported';

interface RedemptionData {
  redemptionId: string;
  amountCents: number;
  /** The points that were redeemed. */
  points: number;
}

interface AwardData {
  amountCents: number;
  /** Why, in the words of the admin who gave it or, of a failed one, refused it; empty for no reason. */
  text: string;
}
interface AdjustmentData {
  /** Number of points, above zero for both kinds. */
  points: number;
  balance: number;
  text: string;
}

/**
 * Each kind of notice and the data that its text needs. Points are whole points, `balance` is the one afterwards,
 * `amountCents` is in whole US cents.
 */
export interface NoticeData
  extends Record<SecurityKind, { to: string; device?: string; at?: string; provider?: string }> {
  points_credited: { points: number; balance: number; what: string };
  points_reversed: { points: number; balance: number; what: string };
  /** The points were pending: the balance is as before. */
  pending_reversed: { points: number; balance: number; what: string };
  /** What an earlier account at the mailbox owed was taken from this one. */
  debt_met: { points: number; balance: number };
  claim_granted: { points: number; what: string; answer: string };
  claim_refused: { what: string; answer: string };
  /** The next step of the offer `what`, which the member started, can be reached until `at` (ISO 8601). */
  offer_deadline: { what: string; at: string };
  threshold_reached: { balance: number };
  redemption_issued: RedemptionData;
  redemption_failed: RedemptionData;
  /** Staff refused the redemption, returned the points and say why. */
  redemption_refused: RedemptionData & { text: string };
  redemption_in_review: RedemptionData;
  /** The site itself hands the reward out, and has not done so in the promised time. */
  redemption_late: RedemptionData;
  /** The issuer needs the member's address or name. */
  redemption_details: RedemptionData;
  /** The issuer took the reward back; `returned`: it was unused and its points are back. */
  redemption_returned: RedemptionData;
  redemption_withdrawn: RedemptionData;
  /** The issued reward, bought or given, can be used until the day of `at` (ISO 8601). */
  reward_ending: { redemptionId: string; amountCents: number; at: string };
  award_issued: AwardData;
  award_failed: AwardData;
  points_added: AdjustmentData;
  points_removed: AdjustmentData;
  redemption_checked: RedemptionData;
  redemption_question: RedemptionData & { text: string };
  review_refunded: RedemptionData & { text: string };
  review_lapsed: RedemptionData;
  /** As `review_lapsed`, because the member was paused or suspended. */
  review_stopped: RedemptionData;
  review_overdue: { amountCents: number };
  account_paused: { reason: PauseReason; text: string };
  account_resumed: Record<string, never>;
  account_suspended: { reason: PauseReason; text: string };
  account_reinstated: { answer: string };
  suspension_kept: { answer: string };
  /** To owners: the endpoint at the host `what` no longer gets events. */
  webhook_stopped: { what: string };
  /** To the person whose staff role was given, changed or taken away. */
  staff_role_changed: Record<string, never>;
  /** To every owner; the list of staff tells who it is about. */
  staff_changed: Record<string, never>;
  /** To every owner: somebody with a role was suspended, or no longer is; the audit trail tells who. */
  staff_suspension: Record<string, never>;
  /** To every owner: an owner revoked the API key of the name `what`, or a webhook gets less or nothing at the host `what`. */
  connection_ended: { what: string };
  /** To every owner: the operator reset the second factor of somebody with a role; the audit trail tells whose. */
  staff_factor_reset: Record<string, never>;
  /** To every owner. `beginning` tells the key from others and is no secret; the list of keys tells who made it. */
  api_key_created: { keyName: string; beginning: string };
  /** To every owner: a webhook was made with an address at the host `what`, or got one there. */
  webhook_addressed: { what: string };
  appeal_granted: { answer: string };
  appeal_kept: { answer: string };
  marketing: OwnWords;
  /** About the site and its terms, to every member. */
  announcement: OwnWords;
}
export type NoticeKind = keyof NoticeData;

/** A mail to many members in the operator's own words. */
export interface OwnWords {
  subject: string;
  text: string;
}
export const TO_MANY = ['marketing', 'announcement'] as const satisfies readonly NoticeKind[];
export type ToMany = (typeof TO_MANY)[number];
export const isToMany = (kind: NoticeKind): kind is ToMany =>
  (TO_MANY as readonly NoticeKind[]).includes(kind);

/** The switches of the profile that decide the channels. */
export interface Switches {
  emailNotifications: boolean;
  pushNotifications: boolean;
  dataAlerts: boolean;
  marketingConsentAt: Date | null;
}

interface Route {
  mail: boolean;
  push: boolean;
  /** Page of the site that the mail's button and the push message open. */
  path: string;
}

const byMail = (path: string) => (switches: Switches) => ({ mail: switches.emailNotifications, path });
const byPush = (switches: Switches) => ({ push: switches.pushNotifications });
const byBoth =
  (path: string) =>
  (switches: Switches): Route => ({ ...byMail(path)(switches), ...byPush(switches) });
const always =
  (path: string) =>
  (switches: Switches): Route => ({ mail: true, push: switches.pushNotifications, path });
const security = (): Route => ({ mail: true, push: false, path: '/profile' });

/** Decides for each kind where the member is notified. */
const ROUTES: Record<NoticeKind, (switches: Switches) => Route> = {
  password_changed: security,
  two_factor_enabled: security,
  two_factor_disabled: security,
  backup_codes_renewed: security,
  passkey_added: security,
  passkey_removed: security,
  passkey_copied: security,
  identity_linked: security,
  identity_unlinked: security,
  backup_code_used: security,
  new_device: security,
  second_factors_refused: security,
  second_factors_refused_elsewhere: security,
  passwords_refused: security,
  passwords_refused_known: security,
  email_change_requested: security,
  email_changed: security,
  data_exported: security,
  // No mail per task: open pages show it at once, and browsers get a push message.
  points_credited: (switches) => ({ mail: false, ...byPush(switches), path: '/history' }),
  points_reversed: byBoth('/history'),
  pending_reversed: byBoth('/history'),
  debt_met: byBoth('/history'),
  claim_granted: byBoth('/history'),
  // The member would not see the decision anywhere else.
  claim_refused: always('/task'),
  offer_deadline: byBoth('/offers/started'),
  threshold_reached: (switches) =>
    switches.dataAlerts ? byBoth('/redeem')(switches) : { mail: false, push: false, path: '/redeem' },
  redemption_issued: byBoth('/history?tab=cards'),
  redemption_failed: byBoth('/history?tab=cards'),
  redemption_in_review: byBoth('/history?tab=cards'),
  redemption_late: byBoth('/history?tab=cards'),
  redemption_returned: byBoth('/history?tab=cards'),
  redemption_withdrawn: byBoth('/history?tab=cards'),
  reward_ending: byBoth('/history?tab=cards'),
  award_issued: byBoth('/history?tab=cards'),
  award_failed: byBoth('/history?tab=cards'),
  points_added: byBoth('/profile'),
  // Decisions and questions of staff about a member's points must reach the member.
  points_removed: always('/profile'),
  redemption_checked: always('/history?tab=cards'),
  redemption_refused: always('/history?tab=cards'),
  redemption_details: always('/history?tab=cards'),
  redemption_question: always('/history?tab=cards'),
  review_refunded: always('/history?tab=cards'),
  review_lapsed: always('/history?tab=cards'),
  review_stopped: always('/history?tab=cards'),
  // To staff.
  review_overdue: always('/admin/reviews'),
  webhook_stopped: always('/admin/webhooks'),
  staff_role_changed: always('/profile'),
  staff_changed: always('/admin/staff'),
  staff_suspension: always('/admin/audit'),
  connection_ended: always('/admin/audit'),
  staff_factor_reset: always('/admin/staff'),
  api_key_created: always('/admin/keys'),
  webhook_addressed: always('/admin/webhooks'),
  // Decisions about the account itself, which the member can appeal.
  account_paused: always('/profile'),
  account_resumed: always('/profile'),
  // Suspended members are signed out; they read the decision when they sign in.
  account_suspended: always('/auth'),
  account_reinstated: always('/auth'),
  suspension_kept: always('/auth'),
  appeal_granted: always('/profile'),
  appeal_kept: always('/profile'),
  marketing: (switches) => ({ mail: switches.marketingConsentAt !== null, push: false, path: '/dashboard' }),
  announcement: () => ({ mail: true, push: false, path: '/dashboard' }),
};

/** Returns the channels of a notice for a member with these switches, and the page it opens. */
export const routeOf = (kind: NoticeKind, switches: Switches): Route => ROUTES[kind](switches);
