export {
  alreadyMemberMail,
  passwordChangedMail,
  resetLinkMail,
  verificationCodeMail,
} from './account-mails.ts';
export { escapeHtml, type MailSite } from './layout.ts';
export type { Mail, Mailer } from './mailer.ts';
export { type NoticePorts, sendNotice } from './send-notice.ts';
