import type { OfferCategory } from '#contract/offers.values.ts';

/** Parts of the companies' words and what they mean; the first that is found counts. See the lists of vendors in docs/feeds.md. */
const MEANINGS: [RegExp, OfferCategory][] = [
  [/survey|poll\b|questionnaire|market research/, 'surveys'],
  [/trial|subscription/, 'trials'],
  [/sign[ _-]?up|regist|lead\b|user_info/, 'sign_ups'],
  [/financ|bank|credit|deposit|loan|insur|crypto|invest|trading|mortgage/, 'finance'],
  [/shop|retail|commerce|cash[ _-]?back|food|grocer|fashion|purchase|paid\b/, 'shopping'],
  [/video|watch|streaming/, 'videos'],
  [
    /game|casual|puzzle|casino|arcade|strategy|role[ _-]?play|\brpg\b|\bmmo|slots|bingo|solitaire|trivia|simulation|racing|match[ _-]?3/,
    'games',
  ],
  [/app\b|apps\b|application|install|utilit|productiv|lifestyle|mobile|extension/, 'apps'],
];

/** What a company's word for a category usually means; `other` where that is not known. */
export const usualCategory = (word: string): OfferCategory =>
  MEANINGS.find(([words]) => words.test(word.toLowerCase()))?.[1] ?? 'other';
