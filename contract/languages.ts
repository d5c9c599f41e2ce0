/** The languages of the product, for server and browser. No imports, so that the browser can load this file alone. */

export interface Language {
  code: LanguageCode;
  direction: 'ltr' | 'rtl';
}

/** In the order of the selectors. The other languages are translated from English, which is also the fallback. */
export const LANGUAGE_CODES = [
  'en',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'ru',
  'ja',
  'ko',
  'zh',
  'ur',
  'id',
  'fil',
  'vi',
  'hi',
  'th',
  'ms',
  'bn',
] as const;
export type LanguageCode = (typeof LANGUAGE_CODES)[number];
export const ENGLISH: LanguageCode = 'en';

const RIGHT_TO_LEFT: readonly LanguageCode[] = ['ur'];

export const languageOf = (code: LanguageCode): Language => ({
  code,
  direction: RIGHT_TO_LEFT.includes(code) ? 'rtl' : 'ltr',
});

/** The cookie that keeps a person's choice, read by the server and by the app. Over https no other host can set it. */
export const languageCookie = (secure: boolean): string => (secure ? '__Host-language' : 'language');
export const LANGUAGE_COOKIE_SECONDS = 31_536_000;
/** The query parameter with which a link on a page without script chooses a language. */
export const LANGUAGE_PARAMETER = 'language';

/** Older codes of languages that browsers and systems still send. */
const OTHER_CODES: Record<string, LanguageCode> = { tl: 'fil', in: 'id' };

/** Returns the first wish that is among the available languages, else English. Ignores regions and scripts. */
export function pickLanguage(
  wishes: readonly (string | undefined)[],
  available: readonly LanguageCode[],
): LanguageCode {
  for (const wish of wishes) {
    const code = wish?.trim().toLowerCase().split('-')[0] ?? '';
    const known = available.find((one) => one === (OTHER_CODES[code] ?? code));
    if (known) return known;
  }
  return ENGLISH;
}

/** The languages of an Accept-Language header (RFC 9110, section 12.5.4), the most wanted first. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
      return { tag, weight: quality ? Number(quality.trim().slice(2)) : 1 };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/** The path of a page without script in a language: English at the root, the others such as `/es/privacy`. */
export const pagePath = (code: LanguageCode, path: '/' | '/privacy' | '/terms'): string =>
  code === ENGLISH ? path : `/${code}${path}`;
