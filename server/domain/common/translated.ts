import type { Translations } from '#contract/translations.ts';

/** Of these translations those of the given texts. */
export const translationsOf = (all: Translations, texts: readonly string[]): Translations =>
  Object.fromEntries(
    Object.entries(all).map(([language, translation]) => [
      language,
      Object.fromEntries(Object.entries(translation).filter(([text]) => texts.includes(text))),
    ]),
  );

/** Returns how a text reads in the language: its translation, or the text itself where there is none. */
export function translator(translations: Translations, language: string): (text: string) => string {
  const texts = Object.hasOwn(translations, language) ? translations[language as keyof Translations] : {};
  return (text) => (texts && Object.hasOwn(texts, text) ? (texts[text] ?? text) : text);
}
