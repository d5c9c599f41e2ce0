import type { MailText, NoticeText, Texts } from './texts.ts';

const TIME = 'Time: {at}.';
const WAS_YOU = 'If it was you, there is nothing to do.';

/** A change that its owner may not have made, and what they are to do then. */
const change = (
  subject: string,
  fact: string,
  advice = 'If it was not you, reset your password at once and write to {support}.',
): NoticeText => ({
  subject,
  paragraphs: [fact, TIME, advice],
  button: 'Look at your account',
  footnotes: [WAS_YOU],
  push: fact,
});

const NOT_YOU = 'If it was not you, there is nothing to do.';
const SWITCHES = 'You choose on your profile which mails we send.';

const notices: Texts['notices'] = {
  password_changed: change(
    'Your {product} password was changed',
    'The password of your account was changed, and every other device was signed out.',
  ),
  two_factor_enabled: change(
    'Two-factor sign-in is on for {product}',
    'Signing in to your account takes a second step from now on, by an authenticator app or a passkey. Every other device was signed out.',
  ),
  two_factor_disabled: change(
    'Two-factor sign-in is off for {product}',
    'Signing in to your account no longer takes a second step.',
  ),
  backup_codes_renewed: change(
    'New {product} backup codes',
    'New backup codes were made for your account. The old ones no longer work.',
  ),
  backup_code_used: change(
    'A {product} backup code was used',
    'A backup code of your account was used as the second step. It does not work a second time.',
  ),
  passkey_added: change(
    'A passkey was added to your {product} account',
    'A passkey was added to your account, on this device: {device}. It signs in without your password. A new password does not stop that: if the passkey is not yours, remove it on your profile.',
  ),
  passkey_removed: change(
    'A passkey was removed from your {product} account',
    'A passkey of your account was removed and no longer signs in.',
  ),
  passkey_copied: change(
    'A copy of your {product} passkey was refused',
    'Somebody tried to sign in with what looks like a copy of your passkey, here: {device}. They did not get in. Remove that passkey on your profile and add a new one.',
  ),
  identity_linked: change(
    '{provider} signs in to your {product} account',
    'An account at {provider} was linked to your account and signs in to it from now on. A new password does not stop that: if the account is not yours, unlink it on your profile.',
  ),
  identity_unlinked: change(
    '{provider} no longer signs in to your {product} account',
    'The account at {provider} was unlinked from your account and signs in to it no longer.',
  ),
  new_device: change(
    'New sign-in to {product}',
    'Somebody, probably you, signed in to your account from a device or place that was not seen before: {device}.',
  ),
  second_factors_refused: change(
    'Wrong two-factor codes for your {product} account',
    'Somebody entered the right password of your account and then several wrong two-factor codes, the last of them here: {device}. They did not get in, but they may know your password.',
  ),
  second_factors_refused_elsewhere: change(
    'Wrong two-factor codes for your {product} account',
    'Somebody signed in at {provider} with the account that is linked to yours and then entered several wrong two-factor codes, the last of them here: {device}. They did not get in.',
    'If it was not you, secure your account at {provider} at once or unlink it on your profile, and write to {support}. A new password here does not help.',
  ),
  passwords_refused: change(
    'Many wrong passwords for your {product} account',
    'Somebody tried a great many wrong passwords for your account, the last of them here: {device}. None was right. Devices on which you have signed in before still work; new ones are refused for up to a day, unless you reset your password.',
  ),
  passwords_refused_known: change(
    'Many wrong passwords for your {product} account',
    'Somebody tried many wrong passwords for your account, on a device where you have signed in before or with data copied from it: {device}. None was right. A new password signs out every device.',
  ),
  email_change_requested: change(
    'A new address for your {product} account',
    'Somebody, probably you, asked to move your account to another email address. Nothing has changed yet: the move needs a code that was sent to the new address.',
  ),
  email_changed: change(
    'Your {product} address was changed',
    'Your account now belongs to another email address. Our mails go there from now on.',
    'If it was not you, write to {support} at once, from this address: no link for a new password is sent here any more. If a device of yours is still signed in, change the address back on your profile there, and then your password.',
  ),
  data_exported: change(
    'A copy of your {product} data was downloaded',
    'Somebody, probably you, downloaded a copy of all data of your account.',
  ),
  points_credited: {
    subject: '{points} arrived',
    paragraphs: ['You earned {points} with {what}. Your balance is {balance} now.'],
    button: 'See your history',
    footnotes: [SWITCHES],
    push: '{what}. Your balance is {balance}.',
  },
  points_reversed: {
    subject: '{points} taken back',
    paragraphs: [
      'The partner that paid for {what} has taken its {points} back. Your balance is {balance} now.',
      'Partners do this when an advertiser does not accept a task: it was not finished, was done before, or an order was cancelled. If your balance is below zero, new points bring it back up.',
      'If you think that the task was right, ask the help pages of the offer wall first, and write to {support} if they do not help.',
    ],
    button: 'See your history',
    footnotes: [SWITCHES],
    push: 'The partner of {what} took its points back. Your balance is {balance}.',
  },
  pending_reversed: {
    subject: '{points} will not arrive',
    paragraphs: [
      'The partner does not pay for {what}, so the pending {points} will not arrive. Your balance stays {balance}.',
      'Partners do this when an advertiser does not accept a task: it was not finished, was done before, or an order was cancelled.',
      'If you think that the task was right, ask the help pages of the offer wall first, and write to {support} if they do not help.',
    ],
    button: 'See your history',
    footnotes: [SWITCHES],
    push: 'The partner does not pay for {what}. Your balance stays {balance}.',
  },
  debt_met: {
    subject: '{points} taken for an earlier account',
    paragraphs: [
      'An earlier account of yours at the same mailbox still owed {points}. This was taken from your balance, which is {balance} now.',
      'If your balance is below zero, new points bring it back up.',
      'If you think that this is wrong, write to {support}.',
    ],
    button: 'See your history',
    footnotes: [SWITCHES],
    push: 'An earlier account of yours still owed this. Your balance is {balance} now.',
  },
  claim_granted: {
    subject: 'Your missing reward arrived: {points}',
    paragraphs: ['We reviewed your report about {what}, and {points} are in your account now.', '{answer}'],
    button: 'See your history',
    footnotes: [SWITCHES],
    push: '{points} for {what} are in your account now.',
  },
  claim_refused: {
    subject: 'We reviewed your report',
    paragraphs: ['We reviewed your report about {what} and cannot grant it.', '{answer}'],
    button: 'See your tasks',
    footnotes: ['Questions? Write to {support}.'],
    push: 'We cannot grant your report about {what}. The answer is with your reports.',
  },
  offer_deadline: {
    subject: 'Not much time left: {what}',
    paragraphs: [
      'You started {what}. Its next step has to be reached by {at}; after that it pays no points.',
    ],
    button: 'See your tasks',
    footnotes: [SWITCHES],
    push: 'The next step has to be reached by {at}.',
  },
  threshold_reached: {
    subject: 'Your reward is ready',
    paragraphs: ['Your balance has reached {balance}. You can redeem it whenever you like.'],
    button: 'Redeem your reward',
    footnotes: [SWITCHES],
    push: 'Your balance has reached {balance}. Redeem it whenever you like.',
  },
  redemption_issued: {
    subject: 'Your {amount} reward is ready',
    paragraphs: [
      'Your {amount} reward was issued. You find it on the Cards screen, with all that you need to spend it.',
    ],
    button: 'Show my reward',
    footnotes: ['We never send card numbers or codes by mail.'],
    push: 'You find it on the Cards screen.',
  },
  redemption_failed: {
    subject: 'Your {amount} reward could not be issued',
    paragraphs: [
      'The issuer refused your {amount} reward. Nothing is lost: your {points} are back in your balance.',
      'If you have a question, write to {support}.',
    ],
    button: 'See my cards',
    footnotes: [SWITCHES],
    push: 'Nothing is lost: your {points} are back in your balance.',
  },
  redemption_refused: {
    subject: 'Your {amount} reward could not be given',
    paragraphs: [
      'The team of {product} could not give you your {amount} reward. Nothing is lost: your {points} are back in your balance.',
      '{text}',
    ],
    button: 'See my cards',
    footnotes: ['Questions? Write to {support}.'],
    push: 'Nothing is lost: your {points} are back in your balance.',
  },
  redemption_in_review: {
    subject: 'Your {amount} reward takes longer',
    paragraphs: [
      'Your {amount} reward is not issued yet, so a person reviews it. Your points are held for it and cannot be lost.',
      'You hear from us as soon as it is decided.',
    ],
    button: 'See my cards',
    footnotes: [SWITCHES],
    push: 'A person reviews it. Your points are held for it.',
  },
  redemption_late: {
    subject: 'Your {amount} reward takes longer',
    paragraphs: [
      'Your {amount} reward takes longer than we promised: our own team provides it and has not been able to do so yet. Your points are held for it and cannot be lost.',
      'You hear from us as soon as it is ready. If we cannot give it to you, your points come back and we tell you why.',
    ],
    button: 'See my cards',
    footnotes: [SWITCHES],
    push: 'Our own team provides it. Your points are held for it.',
  },
  redemption_details: {
    subject: 'Your {amount} card waits for your details',
    paragraphs: [
      'The card issuer needs your billing address before it can issue your {amount} card, and a profile name in Latin letters (A–Z).',
      'Add your billing address on the Cards screen. Your card goes on as soon as the issuer has both. If you gave both already, the issuer did not accept one of them: please check each line.',
    ],
    button: 'See my cards',
    footnotes: ['Questions? Write to {support}.'],
    push: 'The card issuer needs your billing address, and a name in Latin letters.',
  },
  award_issued: {
    subject: '{product} gave you a {amount} card',
    paragraphs: [
      'The team of {product} gave you a {amount} card. It took none of your points.',
      '{text}',
      'You find it on the Cards screen, with all that you need to spend it.',
    ],
    button: 'Show my card',
    footnotes: ['We never send card numbers by mail.'],
    push: 'It took none of your points. You find it on the Cards screen.',
  },
  award_failed: {
    subject: 'Your {amount} gift card could not be issued',
    paragraphs: [
      'The team of {product} gave you a {amount} card, but it could not be issued. It took none of your points.',
      '{text}',
      'If you have a question, write to {support}.',
    ],
    button: 'See my cards',
    footnotes: [SWITCHES],
    push: 'It took none of your points. The reason is on the Cards screen.',
  },
  points_added: {
    subject: 'You got {points} from {product}',
    paragraphs: ['The team of {product} added {points} to your balance, which is {balance} now.', '{text}'],
    button: 'See my balance',
    footnotes: [SWITCHES],
    push: 'The team added them to your balance, which is {balance} now.',
  },
  points_removed: {
    subject: '{points} taken from your balance',
    paragraphs: [
      'The team of {product} took {points} from your balance, which is {balance} now.',
      '{text}',
      'If you think that this is wrong, write to {support}.',
    ],
    button: 'See my balance',
    footnotes: ['Questions? Write to {support}.'],
    push: 'Your balance is {balance} now. See the mail for the reason.',
  },
  redemption_checked: {
    subject: 'We check your {amount} reward before it is issued',
    paragraphs: [
      'A person of our team reviews your redemption of {points} before your {amount} reward is issued. Your points are held for it and cannot be lost.',
      'The Cards screen shows by when it is decided. You need to do nothing unless we ask you something there.',
    ],
    button: 'See my cards',
    footnotes: ['Questions? Write to {support}.'],
    push: 'A person reviews it first. Your points are held for it.',
  },
  redemption_question: {
    subject: 'A question about your {amount} reward',
    paragraphs: [
      'Before your {amount} reward can be issued, our team asks you:',
      '{text}',
      'Please answer on the Cards screen. Your points are held for it and cannot be lost.',
    ],
    button: 'Answer',
    footnotes: ['Questions? Write to {support}.'],
    push: 'Our team asks you something. Please answer on the Cards screen.',
  },
  review_refunded: {
    subject: 'Your {points} are back in your balance',
    paragraphs: [
      'After a check your {amount} reward was not issued, and your {points} are back in your balance.',
      '{text}',
    ],
    button: 'See my cards',
    footnotes: ['Questions? Write to {support}.'],
    push: 'Your {amount} reward was not issued after a check.',
  },
  review_lapsed: {
    subject: 'Your {points} are back in your balance',
    paragraphs: [
      'We could not decide in time about your {amount} reward, so it was not issued. Your {points} are back in your balance.',
      'We are sorry for the wait.',
    ],
    button: 'See my cards',
    footnotes: ['Questions? Write to {support}.'],
    push: 'We could not decide in time about your {amount} reward.',
  },
  review_stopped: {
    subject: 'Your {points} are back in your balance',
    paragraphs: [
      'Your account was paused or suspended when the time to decide about your {amount} reward ended, so it was not issued. Your {points} are back in your balance.',
      'Once your account is open again, you can redeem again.',
    ],
    button: 'See my cards',
    footnotes: ['Questions? Write to {support}.'],
    push: 'Your account was paused or suspended, so your {amount} reward was not issued.',
  },
  review_overdue: {
    subject: 'A redemption of {amount} waits for a decision',
    paragraphs: [
      'A redemption of {amount} is under review, and half of the time for it is over. When the time ends, the site decides as its settings say.',
    ],
    button: 'Open the reviews',
    footnotes: [],
    push: 'Half of the time for its review is over.',
  },
  webhook_stopped: {
    subject: 'The webhook to {what} is switched off',
    paragraphs: [
      'Events are no longer sent to {what}: it answered that it wants no more, or it took nothing for five days. What happens from now on is not told to it.',
      'When the other system works again, switch the webhook on and send once more what failed.',
    ],
    button: 'Open the webhooks',
    footnotes: [],
    push: 'It wants no more events, or took none for five days.',
  },
  redemption_returned: {
    subject: 'Your {amount} reward was cancelled',
    paragraphs: [
      'The issuer cancelled your {amount} reward before any of it was spent. Nothing is lost: your {points} are back in your balance.',
    ],
    button: 'See my cards',
    footnotes: [SWITCHES],
    push: 'None of it was spent: your {points} are back in your balance.',
  },
  redemption_withdrawn: {
    subject: 'Your {amount} reward was cancelled',
    paragraphs: [
      'The issuer cancelled your {amount} reward, so it cannot be used any more. No points came back for it.',
      'If you think that this is wrong, write to {support}. A person reviews it.',
    ],
    button: 'See my cards',
    footnotes: [SWITCHES],
    push: 'It cannot be used any more. The reason is on the Cards screen.',
  },
  reward_ending: {
    subject: 'Your {amount} reward ends soon',
    paragraphs: [
      'You can use your {amount} reward until {day}, and no longer after that day. You find it on the Cards screen.',
      'If you have used it already, there is nothing to do.',
    ],
    button: 'Show my reward',
    footnotes: [SWITCHES],
    push: 'You can use it until {day}.',
  },
  account_suspended: {
    subject: 'Your {product} account is suspended',
    paragraphs: [
      'Your account is suspended. Nobody can sign in to it, and nothing is issued from it. No points are taken because of this, but partners can still take back what they paid.',
      'The reason: {reason}.',
      '{text}',
      'You can answer: sign in as usual, and you see where. A person reads it and decides.',
    ],
    button: 'Sign in',
    footnotes: ['Questions? Write to {support}.'],
    push: 'Your account is suspended.',
  },
  account_reinstated: {
    subject: 'Your {product} account is open again',
    paragraphs: ['The suspension of your account has ended. You can sign in as before.', '{answer}'],
    button: 'Sign in',
    footnotes: ['Questions? Write to {support}.'],
    push: 'You can sign in again.',
  },
  suspension_kept: {
    subject: 'We reviewed your answer',
    paragraphs: ['We reviewed your answer. Your account stays suspended.', '{answer}'],
    button: 'Sign in',
    footnotes: ['Questions? Write to {support}.'],
    push: 'Your account stays suspended.',
  },
  account_paused: {
    subject: 'Your {product} redemptions are paused',
    paragraphs: [
      'Redemptions of your account are paused. You can sign in, see everything and go on earning, and your points stay yours.',
      'The reason: {reason}.',
      '{text}',
      'You can answer on your profile. A person reads it and decides.',
    ],
    button: 'Read and answer',
    footnotes: ['Questions? Write to {support}.'],
    push: 'See your profile for the reason and how to answer.',
  },
  api_key_created: {
    subject: 'A new {product} API key was made',
    paragraphs: [
      'An owner of {product} made the API key “{keyName}” ({beginning}…). Whoever has it can call the admin part of {product}. The list of keys says who made it, what it may do and until when.',
      'If nobody of your team wanted it, revoke it at once.',
    ],
    button: 'See the API keys',
    footnotes: ['Every owner gets this mail.'],
    push: 'An owner made the key “{keyName}”.',
  },
  webhook_addressed: {
    subject: 'A webhook of {product} has a new address',
    paragraphs: [
      'An owner of {product} made a webhook, or gave one a new address: events of the site now go to {what}. The list of webhooks says which events, the audit trail who did it.',
      'If nobody of your team wanted this, remove the webhook at once.',
    ],
    button: 'Open the webhooks',
    footnotes: ['Every owner gets this mail.'],
    push: 'Events of the site now go to {what}.',
  },
  staff_changed: {
    subject: 'A role among the admins of {product} has changed',
    paragraphs: [
      'Somebody at {product} has got a role among the admins, another one, or none any more. The list of staff says who has which role, the audit trail who changed it.',
      'If nobody of your team wanted this, take the role away at once.',
    ],
    button: 'See the staff',
    footnotes: ['Every owner gets this mail.'],
    push: 'Somebody has got a role among the admins, another one, or none any more.',
  },
  staff_suspension: {
    subject: 'An admin of {product} was suspended, or a suspension has ended',
    paragraphs: [
      'Somebody with a role among the admins of {product} was suspended, or their suspension has ended. The audit trail says who it is and who did it.',
      'If nobody of your team wanted this, undo it at once.',
    ],
    button: 'Open the audit trail',
    footnotes: ['Every owner gets this mail.'],
    push: 'An admin was suspended, or a suspension has ended.',
  },
  connection_ended: {
    subject: 'An API key or a webhook of {product} was switched off',
    paragraphs: [
      'An owner of {product} revoked an API key, removed or switched off a webhook, or took events away from one: {what}. What relied on it may stop working. The audit trail says who did it.',
      'If nobody of your team wanted this, replace it at once.',
    ],
    button: 'Open the audit trail',
    footnotes: ['Every owner gets this mail.'],
    push: 'What relied on {what} may stop working.',
  },
  staff_factor_reset: {
    subject: 'The second factor of an admin of {product} was reset',
    paragraphs: [
      'On the command line of the server, the second factor and all passkeys of somebody with a role among the admins of {product} were removed. Until they are set up again, the password alone signs in to that account. The audit trail says whose it is.',
      'If nobody of your team wanted this, take the role away at once.',
    ],
    button: 'See the staff',
    footnotes: ['Every owner gets this mail.'],
    push: 'The second factor of an admin was reset.',
  },
  staff_role_changed: {
    subject: 'Your role at {product} has changed',
    paragraphs: [
      'You have got a role among the admins of {product}, another one, or none any more. You were signed out everywhere. Sign in again to see what you may do now.',
    ],
    button: 'Open my profile',
    footnotes: ['If this surprises you, write to {support}.'],
    push: 'You were signed out everywhere.',
  },
  account_resumed: {
    subject: 'Your {product} redemptions are open again',
    paragraphs: ['The pause of your account has ended. You can redeem your points as before.'],
    button: 'Go to your profile',
    footnotes: ['Questions? Write to {support}.'],
    push: 'You can redeem your points as before.',
  },
  appeal_granted: {
    subject: 'We reviewed your answer',
    paragraphs: ['We reviewed your answer, and the pause of your account has ended.', '{answer}'],
    button: 'Go to your profile',
    footnotes: ['Questions? Write to {support}.'],
    push: 'The pause of your account has ended.',
  },
  appeal_kept: {
    subject: 'We reviewed your answer',
    paragraphs: [
      'We reviewed your answer. Redemptions stay paused for now. Your points stay yours.',
      '{answer}',
    ],
    button: 'Go to your profile',
    footnotes: ['Questions? Write to {support}.'],
    push: 'The pause stays for now. See your profile.',
  },
};

const mails: Record<keyof Texts['mails'], MailText> = {
  verificationCode: {
    subject: '{code} is your {product} code',
    paragraphs: ['Welcome! Enter this code to confirm your email address and finish signing up:'],
    button: 'Confirm on this device',
    footnotes: [
      'The code is valid for {minutes} minutes. A newer code makes this one void.',
      'If you did not sign up, ignore this mail: without the code there is no account. Give the code to nobody.',
    ],
  },
  alreadyMember: {
    subject: 'You already have a {product} account',
    paragraphs: [
      'Somebody, probably you, tried to sign up at {product} with this address. It already has an account, so nothing was changed.',
      'Sign in with your password. If you have forgotten it, choose “Forgot your password?” there.',
    ],
    button: 'Sign in',
    footnotes: [NOT_YOU],
  },
  resetLink: {
    subject: 'Reset your {product} password',
    paragraphs: ['Somebody, probably you, asked to reset the password of your account.'],
    button: 'Choose a new password',
    footnotes: [
      'The link works once and expires in {hours} hour. A newer link makes this one void.',
      'If it was not you, ignore this mail: your password stays as it is.',
    ],
  },
  emailChangeCode: {
    subject: '{code} confirms your new {product} address',
    paragraphs: ['Enter this code on your profile to move your account to this address:'],
    footnotes: [
      'The code is valid for {minutes} minutes. A newer code makes this one void.',
      'If you did not ask for it, ignore this mail: nothing changes without the code. Give the code to nobody.',
    ],
  },
  emailTaken: {
    subject: 'This address already has a {product} account',
    paragraphs: [
      'Somebody asked to move another {product} account to this address. It already has an account of its own, so nothing was changed.',
    ],
    footnotes: [NOT_YOU],
  },
  farewell: {
    subject: 'Your {product} account is deleted',
    paragraphs: [
      'Your account was deleted, and your personal details were erased. Rewards that were still on their way can no longer be collected. Records under a random number, and perhaps a fingerprint of your mailbox, stay for as long as the privacy policy says. Thank you for having been here.',
      TIME,
      'If it was not you, write to {support} at once. Deleted data cannot be brought back.',
    ],
    footnotes: ['This is the last mail to this address. You are welcome to sign up again at any time.'],
  },
  farewellToEarlier: {
    subject: 'A {product} account that had this address is deleted',
    paragraphs: [
      'A {product} account that belonged to this address until recently was deleted.',
      TIME,
      'If it was not you who moved it to another address and deleted it, write to {support} at once, from this address. Deleted data cannot be brought back.',
    ],
    footnotes: [WAS_YOU],
  },
};

/** English: the language that others are translated from. */
export const en: Texts = {
  points: { one: '{count} point', other: '{count} points' },
  notices,
  mails,
  pauseReasons: {
    many_accounts: 'several accounts seem to belong to one person',
    disposable_email: 'the account uses a throw-away email address',
    unusual_speed: 'tasks were finished unusually fast',
    many_reversals: 'partners took back many points',
    region: 'the account seems to be used from a region that we do not serve',
    staff_review: 'a person of our team is reviewing the account',
  },
  pass: {
    description: 'Reward pass of {product}',
    value: 'Value',
    issued: 'Issued',
    expires: 'Valid until',
    reference: 'Reference',
    about: 'About this pass',
    note: 'This pass reminds you of your reward. It is not a payment card, does not tap to pay and holds no code. Your reward is in your {product} account.',
    brief: 'This pass does not pay. Your reward is in {product}.',
    open: 'Open {product}',
    test: 'TEST PASS',
  },
  unsubscribe: {
    why: 'You get this mail because you agreed to news and offers of {product}.',
    link: 'Unsubscribe',
    title: 'Unsubscribe',
    question:
      'Do you want to stop getting news and offers of {product} by email? Mails about your account still come.',
    button: 'Unsubscribe',
    doneTitle: 'You are unsubscribed',
    done: 'We send you no more news and offers. You can agree to them again on your profile.',
    invalidTitle: 'This link does not work',
    invalid:
      'The link is incomplete. Open it from the mail again, or switch marketing mails off on your profile.',
    home: 'Go to {product}',
  },
};
