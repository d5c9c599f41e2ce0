/**
 * The locale in which numbers, amounts and dates of a language are written: with the region of the first language of the
 * browser that is this one in the same script (or of a country, written as a tag of this language), so that `es` is `es-MX` in Mexico. Without one, the language itself.
 */
export function regionalLocale(language: string, ofBrowser: readonly string[]): string {
  const own = new Intl.Locale(language).maximize();
  for (const tag of ofBrowser) {
    try {
      const { region, language: spoken, script } = new Intl.Locale(tag);
      const written = script ?? new Intl.Locale(tag).maximize().script;
      if (region && spoken === own.language && written === own.script) return `${language}-${region}`;
    } catch {
      // What a browser names may be no language.
    }
  }
  return language;
}
