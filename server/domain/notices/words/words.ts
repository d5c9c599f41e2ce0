import { ENGLISH, LANGUAGE_CODES } from '#contract/languages.ts';
import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import type { RewardWording } from '#contract/site.values.ts';
import { WORDINGS } from '#contract/wording.values.ts';
import { inMegabytes } from '#contract/wording.words.ts';
import {
  isToMany,
  type NoticeData,
  type NoticeKind,
  type OwnWords,
  type ToMany,
} from '#domain/notices/kinds.ts';
import type { Mail } from '#domain/notices/mailer.ts';
import type { PushMessage } from '#domain/notices/push.ts';
import { type Speech, speak } from './language.ts';
import { layOut, type MailContent, type MailSite } from './layout.ts';

/** What notices say about their site, and how it writes rewards. */
export interface NoticeSite extends MailSite {
  rewardWording: RewardWording;
}

/** A notice as stored, with the member's language. */
export interface StoredNotice {
  id: string;
  kind: NoticeKind;
  data: unknown;
  /** When it was stored: the time of its fact, unless its data names another. */
  createdAt: Date;
  language: string;
  /** Where the member lives, as far as they said so: ISO 3166-1 alpha-2. */
  country: string | null;
  /** Page of the site that it opens. */
  path: string;
}

/** The mail of a notice. `unsubscribeUrl` is the member's own, for marketing. */
export function noticeMail(site: NoticeSite, to: string, notice: StoredNotice, unsubscribeUrl: string): Mail {
  const speech = speechOf(site, notice);
  const { kind } = notice;
  const isMarketing = kind === 'marketing';
  const content = isToMany(kind)
    ? {
        ...ownWords(notice.data as OwnWords),
        ...(isMarketing ? smallPrint(site, speech, unsubscribeUrl) : { footnotes: [] }),
      }
    : noticeContent(site, speech, notice, kind);
  return {
    to,
    ...layOut(site, content, speech),
    messageId: `<notice.${notice.id}@${new URL(site.appUrl).hostname}>`,
    ...(isMarketing ? { headers: unsubscribeHeaders(unsubscribeUrl) } : {}),
  };
}

/** The push message of a notice. A copy replaces it; of messages about new points only the newest stays. */
export function noticePush(site: NoticeSite, notice: StoredNotice): PushMessage {
  const speech = speechOf(site, notice);
  if (isToMany(notice.kind)) throw new Error(`${notice.kind} is not pushed`);
  const text = speech.texts.notices[notice.kind];
  const values = valuesOf(site, speech, notice);
  return {
    title: speech.say(text.subject, values),
    body: speech.say(text.push, values),
    path: notice.path,
    tag: notice.kind === 'points_credited' ? notice.kind : notice.id,
    language: speech.language,
    direction: speech.direction,
  };
}

function noticeContent(
  site: NoticeSite,
  speech: Speech,
  notice: StoredNotice,
  kind: Exclude<NoticeKind, ToMany>,
): MailContent {
  const { subject, paragraphs, button, footnotes } = speech.texts.notices[kind];
  const values = valuesOf(site, speech, notice);
  return {
    subject: speech.say(subject, values),
    paragraphs: paragraphs
      .filter((text) => saysAnything(text, values))
      .map((text) => speech.say(text, values)),
    button: { label: speech.say(button, values), url: `${site.appUrl}${notice.path}` },
    footnotes: footnotes.map((text) => speech.say(text, values)),
  };
}

/** False for a paragraph that consists only of a person's text if that text is empty. */
const saysAnything = (text: string, values: Record<string, string>) =>
  values[/^\{(\w+)\}$/.exec(text)?.[1] ?? ''] !== '';

/** The operator's own text; a blank line begins a paragraph. */
const ownWords = ({ subject, text }: OwnWords) => ({
  subject,
  paragraphs: text
    .split(/\r?\n\s*\r?\n/)
    .map((part) => part.trim())
    .filter(Boolean),
});

/** Why a member gets marketing, and the link that ends it. */
const smallPrint = (site: MailSite, { texts, say }: Speech, unsubscribeUrl: string) => ({
  footnotes: [say(texts.unsubscribe.why, { product: site.productName })],
  link: { label: texts.unsubscribe.link, url: unsubscribeUrl },
});

/** Headers for unsubscribing with one click in the mail program (RFC 8058). The mail server has to sign both by DKIM. */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** The values that texts may name, formatted. The kind decides which of them its data holds. */
function valuesOf(
  site: NoticeSite,
  speech: Speech,
  { data, createdAt }: StoredNotice,
): Record<string, string> {
  const given = data as Partial<
    { points: number; balance: number; amountCents: number } & NoticeData['account_paused'] &
      Record<'at' | 'what' | 'device' | 'provider' | 'answer' | 'keyName' | 'beginning', string>
  >;
  const at = given.at ?? createdAt.toISOString();
  const values: Record<string, string> = {
    product: site.productName,
    support: site.supportEmail,
    at: speech.moment(at),
    day: speech.day(at),
  };
  const write = amountsIn(speech, site);
  if (given.points !== undefined) values.points = write.points(given.points);
  if (given.balance !== undefined) values.balance = write.points(given.balance);
  if (given.amountCents !== undefined) values.amount = write.value(given.amountCents);
  if (given.reason !== undefined) values.reason = speech.texts.pauseReasons[given.reason];
  for (const name of ['what', 'device', 'provider', 'text', 'answer', 'keyName', 'beginning'] as const) {
    const value = given[name];
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The language of a notice, in the words of the site. */
function speechOf({ rewardWording }: NoticeSite, { language, country }: StoredNotice): Speech {
  const speech = speak(language, country);
  if (WORDINGS[rewardWording].notice.unit !== 'megabytes') return speech;
  const code = LANGUAGE_CODES.find((one) => one === speech.language) ?? ENGLISH;
  return { ...speech, say: (text, values) => speech.say(inMegabytes(code, text), values) };
}

/** Writes points, and the value of a reward in whole US cents, in the unit of the site's notices. */
function amountsIn(speech: Speech, { rewardWording }: NoticeSite) {
  const { unit } = WORDINGS[rewardWording].notice;
  const worth = (points: number) => speech.dollars((points * 100) / POINTS_PER_DOLLAR);
  if (unit === 'megabytes') return { points: speech.megabytes, value: speech.megabytes };
  if (unit === 'dollars') return { points: worth, value: speech.dollars };
  return {
    points: (points: number) => `${speech.points(points)} (${worth(Math.abs(points))})`,
    value: speech.dollars,
  };
}
