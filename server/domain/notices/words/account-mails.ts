import { RESET_LINK_MINUTES, VERIFICATION_CODE_MINUTES } from '#contract/sign-in.values.ts';
import type { Mail } from '#domain/notices/mailer.ts';
import { FALLBACK_LANGUAGE, type Language, speak } from './language.ts';
import { layOut, type MailContent, type MailSite } from './layout.ts';
import type { AccountMailName } from './texts/texts.ts';

/** Mails to addresses that may not belong to a member; in the member's language if they do. */

const HOUR_MINUTES = 60;

/**
 * The code that confirms an address at sign-up, and a link to a page that has it filled in. Both are in the part of the
 * link that browsers send nowhere, and opening it changes nothing: the page asks for the name and the password.
 */
export const verificationCodeMail = (site: MailSite, to: string, code: string, language?: Language): Mail =>
  accountMail(site, to, 'verificationCode', language, {
    code,
    url: `${site.appUrl}/confirm-email#${new URLSearchParams({ email: to, code })}`,
  });

/** Someone tried to sign up with an address that has an account. Only its owner is told. */
export const alreadyMemberMail = (site: MailSite, to: string, language?: Language): Mail =>
  accountMail(site, to, 'alreadyMember', language, { url: `${site.appUrl}/auth?login=true` });

/** The link to choose a new password, which contains `token`. */
export const resetLinkMail = (site: MailSite, to: string, token: string, language?: Language): Mail =>
  accountMail(site, to, 'resetLink', language, { url: `${site.appUrl}/reset-password?token=${token}` });

/** The code that moves an account to this address. */
export const emailChangeCodeMail = (site: MailSite, to: string, code: string, language?: Language): Mail =>
  accountMail(site, to, 'emailChangeCode', language, { code });

/** Someone tried to move their account to an address that has one. Only its owner is told. */
export const emailTakenMail = (site: MailSite, to: string, language?: Language): Mail =>
  accountMail(site, to, 'emailTaken', language, {});

/** What the last mails about an account that is erased say. */
export interface Farewell {
  /** When it was erased; jobs that a version before queued do not say it. */
  at?: string;
  /** For an address that the account had before. */
  isEarlier?: boolean;
  /** A copy of its data was downloaded, and the mail about that had not been sent. */
  hasCopy?: boolean;
}

/** The last mail to someone whose account is erased. */
export function farewellMail(
  site: MailSite,
  to: string,
  { language, at, isEarlier = false, hasCopy = false }: Farewell & { language?: Language } = {},
): Mail {
  const name = isEarlier ? 'farewellToEarlier' : 'farewell';
  const also = hasCopy
    ? speak(language ?? FALLBACK_LANGUAGE).texts.notices.data_exported.paragraphs.slice(0, 1)
    : [];
  return accountMail(site, to, name, language, { at, also });
}

function accountMail(
  site: MailSite,
  to: string,
  name: AccountMailName,
  wanted: Language = FALLBACK_LANGUAGE,
  { code, url, at, also = [] }: { code?: string; url?: string; at?: string; also?: readonly string[] },
): Mail {
  const speech = speak(wanted);
  const { subject, paragraphs, button, footnotes } = speech.texts.mails[name];
  const values = {
    product: site.productName,
    support: site.supportEmail,
    minutes: String(VERIFICATION_CODE_MINUTES),
    hours: String(RESET_LINK_MINUTES / HOUR_MINUTES),
    ...(code ? { code } : {}),
    ...(at ? { at: speech.moment(at) } : {}),
  };
  const content: MailContent = {
    subject: speech.say(subject, values),
    paragraphs: [...paragraphs, ...also]
      .filter((text) => at || !text.includes('{at}'))
      .map((text) => speech.say(text, values)),
    ...(code ? { code } : {}),
    ...(button && url ? { button: { label: speech.say(button, values), url } } : {}),
    footnotes: footnotes.map((text) => speech.say(text, values)),
  };
  return { to, ...layOut(site, content, speech) };
}
