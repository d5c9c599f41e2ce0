import { createTranslator } from 'use-intl/core';
import type { LanguageCode } from '../language/languages.ts';
import app from '../language/messages/en/app.json';
import landing from '../language/messages/en/landing.json';
import legal from '../language/messages/en/legal.json';

/** Tokens that the server replaces by its settings (escaped for HTML) as it sends a page. */
export const PRODUCT_NAME = '__PRODUCT_NAME__';
export const SUPPORT_EMAIL = '__SUPPORT_EMAIL__';
export const SUPPORTED_REGIONS = '__SUPPORTED_REGIONS__';

interface Catalogues {
  app: typeof app;
  landing: typeof landing;
  legal: typeof legal;
}
const CATALOGUES: Record<LanguageCode, Catalogues> = { en: { app, landing, legal } };

/** The translators of the pages without script. A missing text or argument fails the build. */
export function textsOf(locale: LanguageCode) {
  const { app, landing, legal } = CATALOGUES[locale];
  const common = {
    locale,
    timeZone: 'UTC',
    onError: (error: Error) => {
      throw error;
    },
  };
  return {
    app: createTranslator<Catalogues['app']>({ ...common, messages: app }),
    landing: createTranslator<Catalogues['landing']>({ ...common, messages: landing }),
    legal: createTranslator<Catalogues['legal']>({ ...common, messages: legal }),
  };
}

type Texts = ReturnType<typeof textsOf>;
export type LandingText = Texts['landing'];
export type LegalText = Texts['legal'];
