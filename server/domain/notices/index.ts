export {
  deliverNotice,
  mendNotices,
  type NoticeChannel,
  type NoticePorts,
  recoverNotices,
  type ToldNotice,
} from './deliver.ts';
export type { OwnWords, SecurityKind as SecurityNotice, ToMany } from './kinds.ts';
export { isRecipientRefused, type Mailer } from './mailer.ts';
export {
  readUnsubscribeToken,
  unsubscribe,
  unsubscribeWords,
} from './marketing/unsubscribe.ts';
export { type Notice, notifiedBefore, notify } from './notify.ts';
export { untoldOnLeaving } from './on-leaving.ts';
export {
  endPush,
  endUntiedPush,
  type Push,
  type PushMessage,
  type PushSubscription,
  subscribePush,
  unsubscribePush,
} from './push.ts';
export { IS_RESENDABLE, resendNotice } from './resend.ts';
export { countReach, dropToMany, queueToMany, sendToMany } from './send-to-many.ts';
export { notifyOfCredits } from './tell-credits.ts';
export { notifyOwners } from './tell-owners.ts';
export { countUndelivered } from './undelivered.ts';
export {
  alreadyMemberMail,
  emailChangeCodeMail,
  emailTakenMail,
  farewellMail,
  resetLinkMail,
  verificationCodeMail,
} from './words/account-mails.ts';
export { speak } from './words/language.ts';
export type { MailSite } from './words/layout.ts';
export { type PassWords, passWords } from './words/pass-words.ts';
