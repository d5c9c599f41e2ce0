/** A language that has catalogues. */
export interface Language {
  code: string;
  /** Its name in itself. */
  name: string;
  direction: 'ltr' | 'rtl';
}

/** Every language with complete catalogues, in the order of the selector. */
export const LANGUAGES = [
  { code: 'en', name: 'English', direction: 'ltr' },
] as const satisfies readonly Language[];
export type LanguageCode = (typeof LANGUAGES)[number]['code'];

/** The landing page's selector offers these, those of them that have catalogues. */
const OFFERED_ON_LANDING: readonly string[] = ['en', 'es', 'fr', 'de', 'it', 'pt'];
export const LANDING_LANGUAGES: readonly Language[] = LANGUAGES.filter(({ code }) =>
  OFFERED_ON_LANDING.includes(code),
);

/** The cookie that keeps a person's choice, so that the server can choose a page's language too. */
export const LANGUAGE_COOKIE = 'language';

/** The chosen language, else the first of the browser's that we have, else English. */
export function pickLanguage(chosen: string | undefined, preferred: readonly string[]): Language {
  for (const wish of [chosen, ...preferred]) {
    const code = wish?.toLowerCase().split('-')[0];
    const known = LANGUAGES.find((language) => language.code === (code === 'tl' ? 'fil' : code));
    if (known) return known;
  }
  return LANGUAGES[0];
}
