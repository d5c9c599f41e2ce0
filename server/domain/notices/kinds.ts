import type { PauseReason } from '#contract/suspensions.values.ts';

/** What happens around an account, and its owner learns of whatever the switches say, at the address of that time. */
export type SecurityKind =
  | 'password_changed'
  | 'two_factor_enabled'
  | 'two_factor_disabled'
  | 'backup_codes_renewed'
  | 'backup_code_used'
  | 'new_device'
  /** Somebody guesses second factors after the right password, or passwords. */
  | 'second_factors_refused'
  | 'passwords_refused'
  | 'email_change_requested'
  | 'email_changed';

interface RedemptionData {
  redemptionId: string;
  amountUsd: number;
  /** The points that it took. */
  points: number;
}

interface AwardData {
  amountUsd: number;
  /** Why, in the words of whoever gave it. */
  text: string;
}
interface AdjustmentData {
  /** How many, above zero either way. */
  points: number;
  balance: number;
  text: string;
}

/**
 * What a member can be told, and what has to be known to say it. Points are whole points, `balance` the one afterwards,
 * `amountUsd` whole US cents.
 */
export interface NoticeData extends Record<SecurityKind, { to: string; device?: string; at?: string }> {
  points_credited: { points: number; balance: number; what: string };
  points_reversed: { points: number; balance: number; what: string };
  claim_granted: { points: number; what: string; answer: string };
  claim_refused: { what: string; answer: string };
  threshold_reached: { balance: number };
  redemption_issued: RedemptionData;
  redemption_failed: RedemptionData;
  /** A person gave the points back, and says why. */
  redemption_refused: RedemptionData & { text: string };
  redemption_in_review: RedemptionData;
  /** The issuer waits for the member's address or name. */
  redemption_details: RedemptionData;
  /** The issuer took the reward back; `returned`: unused, and its points are back. */
  redemption_returned: RedemptionData;
  redemption_withdrawn: RedemptionData;
  award_issued: AwardData;
  award_failed: AwardData;
  points_added: AdjustmentData;
  points_removed: AdjustmentData;
  redemption_checked: RedemptionData;
  redemption_question: RedemptionData & { text: string };
  review_refunded: RedemptionData & { text: string };
  review_lapsed: RedemptionData;
  review_overdue: { amountUsd: number };
  account_paused: { reason: PauseReason; text: string };
  account_resumed: Record<string, never>;
  account_suspended: { reason: PauseReason; text: string };
  account_reinstated: { answer: string };
  suspension_kept: { answer: string };
  /** To owners: an endpoint at the host `what` is not told any more. */
  webhook_stopped: { what: string };
  /** To somebody whose role among the admins was given, changed or taken away. */
  staff_role_changed: Record<string, never>;
  /** To every owner; who it is stands in the list of staff. */
  staff_changed: Record<string, never>;
  /** To every owner. `beginning` tells the key from others and is no secret; who made it is in the list of keys. */
  api_key_created: { keyName: string; beginning: string };
  appeal_granted: { answer: string };
  appeal_kept: { answer: string };
  marketing: { subject: string; text: string };
}
export type NoticeKind = keyof NoticeData;

/** The switches of the profile, as the decision needs them. */
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

/** The one place that decides where a member is told. */
const ROUTES: Record<NoticeKind, (switches: Switches) => Route> = {
  password_changed: security,
  two_factor_enabled: security,
  two_factor_disabled: security,
  backup_codes_renewed: security,
  backup_code_used: security,
  new_device: security,
  second_factors_refused: security,
  passwords_refused: security,
  email_change_requested: security,
  email_changed: security,
  // A mail for each task would be noise: open pages learn of it at once, browsers by push.
  points_credited: (switches) => ({ mail: false, ...byPush(switches), path: '/history' }),
  points_reversed: byBoth('/history'),
  claim_granted: byBoth('/history'),
  // The answer has no other place where the member would look for it.
  claim_refused: always('/tasks'),
  threshold_reached: (switches) =>
    switches.dataAlerts ? byBoth('/profile')(switches) : { mail: false, push: false, path: '/profile' },
  redemption_issued: byBoth('/history?tab=cards'),
  redemption_failed: byBoth('/history?tab=cards'),
  redemption_in_review: byBoth('/history?tab=cards'),
  redemption_returned: byBoth('/history?tab=cards'),
  redemption_withdrawn: byBoth('/history?tab=cards'),
  award_issued: byBoth('/history?tab=cards'),
  award_failed: byBoth('/history?tab=cards'),
  points_added: byBoth('/profile'),
  // What people decide about a member's points, and what they ask, must reach the member.
  points_removed: always('/profile'),
  redemption_checked: always('/history?tab=cards'),
  redemption_refused: always('/history?tab=cards'),
  redemption_details: always('/history?tab=cards'),
  redemption_question: always('/history?tab=cards'),
  review_refunded: always('/history?tab=cards'),
  review_lapsed: always('/history?tab=cards'),
  // To staff.
  review_overdue: always('/admin/reviews'),
  webhook_stopped: always('/admin/webhooks'),
  staff_role_changed: always('/profile'),
  staff_changed: always('/admin/staff'),
  api_key_created: always('/admin/keys'),
  // Decisions about the account itself, which the member has a right to answer.
  account_paused: always('/profile'),
  account_resumed: always('/profile'),
  // Their browsers are signed out, and the answer is given at sign-in.
  account_suspended: always('/auth'),
  account_reinstated: always('/auth'),
  suspension_kept: always('/auth'),
  appeal_granted: always('/profile'),
  appeal_kept: always('/profile'),
  marketing: (switches) => ({ mail: switches.marketingConsentAt !== null, push: false, path: '/dashboard' }),
};

/** Which channels a notice takes for a member with these switches, and the page it leads to. */
export const routeOf = (kind: NoticeKind, switches: Switches): Route => ROUTES[kind](switches);
