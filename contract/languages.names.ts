import type { LanguageCode } from './languages.ts';

/** The name of each language in that language. In a file of its own, because the first screen does not need it. */
export const LANGUAGE_NAMES: Record<LanguageCode, string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
  it: 'Italiano',
  pt: 'Português',
  ru: 'Русский',
  ja: '日本語',
  ko: '한국어',
  zh: '中文',
  ur: 'اردو',
  id: 'Bahasa Indonesia',
  fil: 'Filipino',
  vi: 'Tiếng Việt',
  hi: 'हिन्दी',
  th: 'ไทย',
  ms: 'Bahasa Melayu',
  bn: 'বাংলা',
};
