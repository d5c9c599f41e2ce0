import type { LanguageCode } from './languages.ts';

/**
 * The word for points in each language, as texts use it without a number: "Your points are safe". Other words that are
 * spelt alike are left out: the places and times of Vietnamese, the currency of Malay, the offer wall of Chinese.
 */
const POINTS: Record<LanguageCode, RegExp> = {
  en: /\bpoints?\b/giu,
  es: /(?<!\ba )\bpuntos?\b/giu,
  fr: /\bpoints?\b/giu,
  de: /\bPunkt(?:e|en)?\b/gu,
  it: /\bpunt[oi]\b/giu,
  pt: /(?<!\b(?:a|em) )\bpontos?\b/giu,
  ru: /балл[а-яё]*/giu,
  ja: /ポイント/gu,
  ko: /포인트/gu,
  zh: /积分(?!墙)/gu,
  ur: /پوائنٹ(?:س|وں)?/gu,
  id: /\bpoin(?=mu\b|nya\b|\b)/giu,
  fil: /\bpuntos\b/giu,
  vi: /(?<!(?:thời|địa|quan|ưu|nhược|đặc|trọng) )điểm/giu,
  hi: /पॉइंट(?:्स|ों)?/gu,
  th: /คะแนน/gu,
  ms: /\bmata\b(?! wang| pelajaran)/giu,
  bn: /পয়েন্ট(?:গুলো|গুলি)?/gu,
};
/** A dollar, as the text about the first card names it. */
const DOLLAR = /(?:US)?\$\s?1(?![\d.,])|(?<![\d.,])1\s?(?:US)?\$/gu;

/** What a text leaves to be filled in, and names of such places on their own, which are no words. */
const PLACES = /(\{\w+\}|^[a-z][A-Za-z]*$)/u;

/**
 * A text in megabytes instead of points, for sites with `REWARD_WORDING=data`. It holds `{places}` to be filled in, or is a
 * part of a compiled message.
 */
export const inMegabytes = (language: LanguageCode, text: string): string =>
  text
    .split(PLACES)
    .map((part, index) => (index % 2 === 1 ? part : converted(language, part)))
    .join('');

const converted = (language: LanguageCode, text: string) =>
  text
    .replace(DOLLAR, '100 MB')
    .replace(POINTS[language], 'MB')
    .replace(/\bMB(?=mu\b|nya\b)/gu, 'MB-');
