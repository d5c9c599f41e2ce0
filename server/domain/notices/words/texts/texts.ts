import type { PauseReason } from '#contract/suspensions.values.ts';
import type { NoticeKind, ToMany } from '#domain/notices/kinds.ts';

/**
 * The texts of mails, push messages, wallet passes and the unsubscribe page in one language. `{name}` is filled in. A
 * language that lacks a text does not compile.
 */
export interface Texts {
  /** `{count}` in the plural forms of the language (CLDR); `other` is used for missing ones. */
  points: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
  notices: Record<Exclude<NoticeKind, ToMany>, NoticeText>;
  mails: Record<AccountMailName, MailText>;
  pauseReasons: Record<PauseReason, string>;
  /** Of a reward's wallet pass. */
  pass: {
    description: string;
    value: string;
    issued: string;
    expires: string;
    reference: string;
    about: string;
    note: string;
    /** The note in 60 characters, for Google, whose passes have to be short. */
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

/** Mails to addresses that may not belong to a member. */
export type AccountMailName =
  | 'verificationCode'
  | 'alreadyMember'
  | 'resetLink'
  | 'emailChangeCode'
  | 'emailTaken'
  | 'farewell'
  | 'farewellToEarlier';
