import { createTranslator } from 'use-intl/core';
import { LANGUAGE_CODES, type Language, type LanguageCode } from '#contract/languages.ts';
import type app from '#web/shared/language/messages/en/app.json';
import type landing from '#web/shared/language/messages/en/landing.json';
import type legal from '#web/shared/language/messages/en/legal.json';

/** Tokens that the server replaces by its settings (escaped for HTML) as it sends a page. */
export const PRODUCT_NAME = '__PRODUCT_NAME__';
export const SUPPORT_EMAIL = '__SUPPORT_EMAIL__';
export const SUPPORTED_REGIONS = '__SUPPORTED_REGIONS__';
export const TERMS_POINTS = '__TERMS_POINTS__';
export const APP_URL = '__APP_URL__';

/** Tokens of an offer that the server replaces in the sample of the front page. */
export const SAMPLE = {
  title: '__SAMPLE_TITLE__',
  source: '__SAMPLE_SOURCE__',
  letter: '__SAMPLE_LETTER__',
  picture: '__SAMPLE_PICTURE__',
  amount: '__SAMPLE_AMOUNT__',
};

/** The texts of one language that pages without script need. */
export interface PageTexts {
  language: Language;
  app: typeof app;
  landing: typeof landing;
  legal: typeof legal;
}

/** The landing page's selector offers these before the others. */
const FIRST_OFFERED: readonly LanguageCode[] = LANGUAGE_CODES.slice(0, 6);
export const isOfferedFirst = ({ code }: Language): boolean => FIRST_OFFERED.includes(code);

/** The translators of the pages without script. A message that cannot be formatted fails the build. */
export function translatorsOf({ language, app, landing, legal }: PageTexts) {
  const common = {
    locale: language.code,
    timeZone: 'UTC',
    onError: (error: Error) => {
      throw error;
    },
  };
  return {
    app: createTranslator<PageTexts['app']>({ ...common, messages: app }),
    landing: createTranslator<PageTexts['landing']>({ ...common, messages: landing }),
    legal: createTranslator<PageTexts['legal']>({ ...common, messages: legal }),
  };
}

type Texts = ReturnType<typeof translatorsOf>;
export type LandingText = Texts['landing'];
export type LegalText = Texts['legal'];
