import type { PauseReason } from '#contract/suspensions.values.ts';
import type { NoticeKind } from '#domain/notices/kinds.ts';

/**
 * The words of mails, push messages, passes in wallets and the unsubscribe page in one language. `{name}` is filled in. A language is
 * complete or does not compile.
 */
export interface Texts {
  /** `{count}` in the forms that the language has (CLDR plural rules); `other` serves for missing ones. */
  points: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
  notices: Record<Exclude<NoticeKind, 'marketing'>, NoticeText>;
  mails: Record<AccountMailName, MailText>;
  pauseReasons: Record<PauseReason, string>;
  /** Of a reward, in somebody's wallet. */
  pass: {
    description: string;
    value: string;
    issued: string;
    expires: string;
    reference: string;
    about: string;
    note: string;
    /** The same in 60 characters, for Google, whose passes have to be short. */
    brief: string;
    open: string;
    test: string;
  };
  unsubscribe: {
    /** Small print of a marketing mail. */
    why: string;
    link: string;
    title: string;
    question: string;
    button: string;
    doneTitle: string;
    done: string;
    invalidTitle: string;
    invalid: string;
    home: string;
  };
}

export interface MailText {
  subject: string;
  paragraphs: readonly string[];
  button?: string;
  footnotes: readonly string[];
}

export interface NoticeText extends MailText {
  button: string;
  /** The one line of a push message; its title is the subject. */
  push: string;
}

/** Mails that answer somebody who may not be a member. */
export type AccountMailName =
  | 'verificationCode'
  | 'alreadyMember'
  | 'resetLink'
  | 'emailChangeCode'
  | 'emailTaken'
  | 'farewell';
