import { LANGUAGE_PARAMETER, type Language, pagePath } from '#contract/languages.ts';
import type { LandingText } from './texts.ts';

/** Marks the place in the English front page where the server inserts the suggestion of another language. */
export const SUGGESTION_PLACE = '<!--suggestion-->';

/** A line above the front page if the browser asks for a language that the visitor has not chosen yet. */
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
