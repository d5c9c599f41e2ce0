import { LANGUAGE_PARAMETER, type Language, pagePath } from '#contract/languages.ts';
import type { LandingText } from './texts.ts';

/** The place in the English front page where the server puts the suggestion of another language. */
export const SUGGESTION_PLACE = '<!--suggestion-->';

/** A line above the front page for people whose browser asks for a language that they have not chosen here yet. */
export function Suggestion({ t, language }: { t: LandingText; language: Language }) {
  return (
    <p lang={language.code} dir={language.direction} className="bg-brand-soft text-on-brand-soft text-sm">
      <a
        href={`${pagePath(language.code, '/')}?${LANGUAGE_PARAMETER}=${language.code}`}
        hrefLang={language.code}
        className="block px-5 py-2.5 text-center font-semibold underline underline-offset-4"
      >
        {t('suggestion')}
      </a>
    </p>
  );
}
