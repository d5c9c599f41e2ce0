/**
 * Every expected failure: its HTTP status and its English text. `{name}` is filled from the refusal's details.
 * The browser translates by code; the text is for logs, scripts and clients without a catalogue.
 */
const TEXTS = {
  400: {
    invalid_input: 'Please check the highlighted fields.',
    invalid_json: 'The request body is not valid JSON.',
    password_common: 'Please choose another password: this is one of the most common ones.',
    password_breached:
      'Please choose another password: this one is known from a break-in at another site, so others try it.',
    password_is_address: 'Please choose another password: this one is your email address.',
    password_is_site_name: 'Please choose another password: this one is the name of this site.',
    wrong_password: 'The current password is not right.',
    push_host_unknown: 'This browser uses a push service that this site does not know.',
    invalid_appeal_token: 'The time to answer is over. Please sign in again.',
    invalid_code: 'This code is wrong or has expired.',
    identity_refused: 'This sign-in could not be checked. Please start again.',
    invalid_reset_token: 'This password reset link is invalid or has expired.',
    captcha_required: 'Please complete the captcha verification first.',
    captcha_invalid: 'Verification failed. Please try again.',
    captcha_expired: 'Captcha expired. Please verify again.',
    captcha_duplicate: 'Captcha expired. Please verify again.',
    request_id_required: 'A request id is required.',
    picture_unusable: 'This picture cannot be used. Please choose another one: PNG, JPEG or WebP.',
  },
  401: {
    invalid_two_factor_code: 'This code is not right. Please try the newest one.',
    two_factor_required: 'Please enter a second code.',
    not_signed_in: 'Please sign in.',
    wrong_credentials: 'Wrong email or password.',
    passkey_unknown: 'This site does not know this passkey. It may have been removed from the account.',
    passkey_refused: 'This passkey could not be checked. Please try again.',
    invalid_key: 'This API key is wrong, has expired or was revoked.',
  },
  403: {
    two_factor_admin: 'Admins must keep two-factor sign-in.',
    two_factor_admin_required: 'Admins must set up two-factor sign-in first. See your profile.',
    staff_identity_required: 'Your role comes from {provider}. Please sign in there.',
    passkey_required:
      'Staff of this site sign in with a passkey. Add one on your profile, then sign in with it.',
    reauthentication_required: 'Please confirm your password first.',
    paused: 'Your account is paused. See your profile for the reason and how to answer.',
    scope_missing: 'This API key was not made for this call.',
    not_admin: "You don't have admin privileges.",
    not_permitted: 'Your role does not allow this.',
    cross_site: 'This request did not come from the site itself.',
    suspended: 'This account is suspended.',
    approval_own: 'Another admin has to approve this: neither who asked for it nor who gets it.',
    approver_too_new:
      'This cannot be approved yet: the role, password or address of who asked, or of who approves, is too new.',
    requester_left:
      'Who asked for this is suspended or no longer has the role for it, so it cannot be approved. Decline it; another admin can ask for it anew.',
    person_required: 'This needs an admin who is signed in. An API key cannot be one of two people.',
  },
  404: {
    not_found: 'Not found.',
    no_such_member: 'No confirmed member has this address.',
  },
  405: {
    method_not_allowed: 'This address does not take this method.',
  },
  409: {
    identity_unknown: 'No account is linked to this sign-in yet.',
    identity_taken:
      'This sign-in is already linked to an account, or your account has another one of this site.',
    last_way_in: 'This is your only way to sign in. Choose a password or add a passkey first.',
    two_factor_not_set_up: 'Two-factor sign-in is not set up.',
    two_factor_enabled: 'Two-factor sign-in is already on.',
    no_passkey: 'This account has no passkey yet.',
    passkey_taken: 'This passkey is already in use.',
    too_many_passkeys: 'An account has {max} passkeys at most. Remove one that is not needed.',
    last_second_factor:
      'This is the last passkey, and two-factor sign-in needs one. Switch it off first, or set up an app.',
    two_factor_own_call: 'Two-factor sign-in has its own switch.',
    not_paused: 'Your account is not paused.',
    pause_replaced: 'There is a new pause. Please read its reason, then look at your answer again.',
    appeal_open: 'Your answer is already being looked at.',
    appeal_decided: 'This appeal was already decided.',
    insufficient_points: 'You need {missing} more points for this reward.',
    below_threshold: 'Earn {missing} more points to redeem.',
    first_redemption_tier: 'Your first redemption is the $1 card.',
    out_of_stock: 'This reward is out of stock at the moment. Your points are untouched.',
    not_in_region: 'This reward is not available in your region.',
    reward_unavailable: 'This reward is not available any more.',
    price_changed:
      'The price of this reward has changed. Your points are untouched. Please look at it again.',
    reward_changed: 'This reward has changed. Your points are untouched. Please look at it again.',
    reward_key_taken: 'Another reward has this key.',
    reward_has_stock:
      'This reward still has unused codes of its present amount. Void them before you change the amount.',
    reward_list_changed: 'The list of rewards has changed. Please look at it again.',
    amount_changed: 'The amount of this reward has changed. Please look at it again.',
    not_in_stock_mode: 'This reward is not given from a stock of codes.',
    fulfilment_claimed: '{name} is working on this redemption.',
    fulfilment_not_claimed: 'Please assign this redemption to yourself first.',
    code_known: 'This reward has, or had, this code or link already.',
    fulfilment_decided: 'This redemption no longer waits for a person.',
    request_id_reused: 'This request id was already used for another request.',
    member_paused: "This member's redemptions are paused. End the pause first.",
    wall_untestable: 'No call can be made that this wall reads as a test.',
    parked_done: 'This postback was replayed or closed already.',
    parked_cut: 'This postback was kept in part only and cannot be replayed.',
    too_many_keys: 'There are {max} API keys that work. Revoke one that is not needed.',
    key_ended: 'This API key has ended already.',
    too_many_webhooks: 'There are {max} webhooks. Remove one that is not needed.',
    webhook_off: 'This webhook is switched off. Switch it on first.',
    last_owner: 'Somebody has to stay an owner. Make another person an owner first.',
    role_held: 'An owner has to take your role away first.',
    already_staff: 'This person has a role already. Change it in the list.',
    work_taken: '{name} is working on this.',
    member_suspended: 'This member is suspended.',
    member_owes: 'This member owes more points than you saw. Please look at it again.',
    measure_changed: 'The pause or suspension of this member has changed. Please look at it again.',
    redemption_not_stopped:
      'Only an open redemption that is late or waits for its member, or whose member is paused or suspended, can be ended here.',
    award_unavailable: 'No payout provider makes this card at the moment.',
    balance_too_low: 'The member has fewer points than that.',
    approval_decided: 'This was already decided.',
    approval_expired: 'The time for an approval is over. Please ask for it anew.',
    mission_stopped:
      'The mission was stopped since this was asked for. Decline it; it can be asked for anew.',
    approval_open: 'This waits for a second admin already.',
    review_decided: 'This review was already decided.',
    review_taken: '{name} is working on this review.',
    review_asked: 'A question was already asked in this review.',
    review_answered: 'You have already answered.',
    review_not_asked: 'Nothing was asked in this review.',
    wall_unavailable: 'This offer wall is not available.',
    offer_changed: 'The partner has changed this offer. Please look at it again.',
    too_many_favourites: 'You have {max} favourites. Remove one that you no longer need.',
    mission_points_required:
      'Missions need a balance above zero. Earn points on an offer wall, then come back.',
    mission_paused: 'This mission is paused at the moment.',
    mission_ended: 'This mission has ended.',
    mission_full: 'All places of this mission are taken.',
    mission_full_today: "All of today's places are taken. Please come back later.",
    mission_completed: 'You have already completed this mission.',
    mission_own: 'You published or approved this mission, so you cannot earn by it.',
    mission_not_started: 'Please start this mission first.',
    mission_unfinished: 'This mission is not finished yet.',
    notice_not_resendable: "This mail cannot be sent again, or the member's switches forbid it.",
    claim_decided: 'This report was already decided.',
    claim_granted_before: 'A report about this was already granted. For another step, adjust the points.',
    claim_paid_meanwhile:
      'The wall has paid for this offer since this was asked for. Decline it; the report can be looked at again.',
    mission_kind_fixed: 'The kind of a mission cannot be changed.',
    mission_changed:
      'The content of this mission has changed since you opened it, so nothing was saved. Please open it again.',
    mission_advertiser_fixed: 'Members have started this mission. Its advertiser cannot be changed any more.',
  },
  413: {
    stock_too_large: 'One upload takes at most {lines} lines and {characters} characters. Please split it.',
    body_too_large: 'The request is too large.',
  },
  415: {
    json_required: 'The request must be JSON.',
  },
  429: {
    too_many_requests: 'Too many attempts. Please try again later.',
  },
  500: {
    internal: 'Something went wrong on our side. Please try again.',
  },
  502: {
    wall_unreachable: 'This server could not be reached by its own address.',
  },
  503: {
    pictures_unavailable: 'The machine that this site runs on cannot draw pictures.',
    busy: 'The site is busy. Please try again in a moment.',
    identity_unavailable: 'The other site does not answer. Please try again, or sign in another way.',
    captcha_unavailable: 'Verification failed. Please try again.',
  },
} as const;

type Texts = typeof TEXTS;
export type ErrorCode = { [Status in keyof Texts]: keyof Texts[Status] }[keyof Texts];

/** Every code with its HTTP status and its English text. */
export const ERRORS = Object.fromEntries(
  Object.entries(TEXTS).flatMap(([status, texts]) =>
    Object.entries(texts).map(([code, text]) => [code, { status: Number(status), text }]),
  ),
) as Record<ErrorCode, { status: number; text: string }>;

/** The body of every failed call. `fields` names bad input fields (dotted path -> text); `details` fill the text. */
export interface ErrorBody {
  error: string;
  code: ErrorCode;
  fields?: Record<string, string>;
  details?: Record<string, string | number>;
}
