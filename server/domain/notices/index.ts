export {
  alreadyMemberMail,
  emailChangeCodeMail,
  emailTakenMail,
  farewellMail,
  resetLinkMail,
  verificationCodeMail,
} from './account-mails.ts';
export { deliverNotice, type NoticePorts, recoverNotices } from './deliver.ts';
export type { NoticeData, NoticeKind, SecurityKind as SecurityNotice } from './kinds.ts';
export { escapeHtml, type MailSite } from './layout.ts';
export type { Mail, Mailer } from './mailer.ts';
export { type Notice, notify } from './notify.ts';
export { type PassWords, passWords } from './pass-words.ts';
export {
  type Push,
  type PushMessage,
  type PushSubscription,
  subscribePush,
  unsubscribePush,
} from './push.ts';
export { isResendable, resendNotice } from './resend.ts';
export { countMarketing, type MarketingReach, sendMarketing } from './send-marketing.ts';
export { tellCredits } from './tell-credits.ts';
export { readUnsubscribeToken, unsubscribe, unsubscribeUrl, unsubscribeWords } from './unsubscribe.ts';
