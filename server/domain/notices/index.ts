export { deliverNotice, type NoticePorts, recoverNotices } from './deliver.ts';
export type { NoticeData, NoticeKind, SecurityKind as SecurityNotice } from './kinds.ts';
export type { Mail, Mailer } from './mailer.ts';
export { countMarketing, type MarketingReach, sendMarketing } from './marketing/send-marketing.ts';
export {
  readUnsubscribeToken,
  unsubscribe,
  unsubscribeUrl,
  unsubscribeWords,
} from './marketing/unsubscribe.ts';
export { type Notice, notify } from './notify.ts';
export {
  type Push,
  type PushMessage,
  type PushSubscription,
  subscribePush,
  unsubscribePush,
} from './push.ts';
export { isResendable, resendNotice } from './resend.ts';
export { notifyOfCredits } from './tell-credits.ts';
export {
  alreadyMemberMail,
  emailChangeCodeMail,
  emailTakenMail,
  farewellMail,
  resetLinkMail,
  verificationCodeMail,
} from './words/account-mails.ts';
export { escapeHtml, type MailSite } from './words/layout.ts';
export { type PassWords, passWords } from './words/pass-words.ts';
