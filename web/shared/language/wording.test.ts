import { createTranslator } from 'use-intl/core';
import { expect, test } from 'vitest';
import { LANGUAGE_CODES, type LanguageCode } from '#contract/languages.ts';
import { inMegabytes } from '#contract/wording.words.ts';
import { appAreas, readCatalogue } from '#web/build/catalogue-files.ts';
import { flat } from './compare.ts';

/** What would be left of the word for points, in any form and part of a word. */
const STEMS: Record<LanguageCode, RegExp> = {
  ...{
    en: /\bpoint/iu,
    es: /\bpuntos\b/iu,
    fr: /\bpoints\b/iu,
    de: /punkte/iu,
    it: /\bpunti\b/iu,
    pt: /\bpontos\b/iu,
  },
  ...{
    ru: /балл/iu,
    ja: /ポイント/u,
    ko: /포인트/u,
    zh: /积分(?!墙)/u,
    ur: /پوائنٹ/u,
    id: /\bpoin/iu,
    fil: /\bpuntos/iu,
  },
  ...{
    vi: /(?<!(?:thời|địa|quan|ưu|nhược|đặc|trọng) )điểm/iu,
    hi: /पॉइंट/u,
    th: /คะแนน/u,
    ms: /\bmata\b/iu,
    bn: /পয়েন্ট/u,
  },
};
const texts = (code: LanguageCode) =>
  appAreas()
    .filter((area) => area !== 'admin')
    .flatMap((area) => [...flat({ [area]: readCatalogue(code, area) })]);

test.each(LANGUAGE_CODES)('in the data wording no text of %s for members names points', (code) => {
  const named = texts(code).filter(([, text]) => STEMS[code].test(text));
  expect(named.length).toBeGreaterThan(20);
  const left = named.filter(([, text]) => STEMS[code].test(inMegabytes(code, text).replace(/\{\w+\}/g, '')));
  expect(left).toEqual([]);
});

test.each(LANGUAGE_CODES)('the data wording keeps every place of the texts of %s', (code) => {
  const places = (text: string) => text.match(/\{\w+\}/g)?.join() ?? '';
  for (const [key, text] of texts(code)) expect(places(inMegabytes(code, text)), key).toBe(places(text));
});

test('the name of a place stays, alone and in a text, and words that are spelt alike stay', () => {
  expect(inMegabytes('en', 'points')).toBe('points');
  expect(inMegabytes('en', 'Your points: {points}')).toBe('Your MB: {points}');
  expect(inMegabytes('en', 'the $1 card, not the $1.50 or $10 one')).toBe(
    'the 100 MB card, not the $1.50 or $10 one',
  );
  expect(inMegabytes('es', 'a punto de salir')).toBe('a punto de salir');
  expect(inMegabytes('zh', '积分墙的积分')).toBe('积分墙的MB');
  expect(inMegabytes('vi', 'thời điểm nhận điểm')).toBe('thời điểm nhận MB');
  expect(inMegabytes('id', 'Poinmu aman')).toBe('MB-mu aman');
});

test.each(LANGUAGE_CODES)(
  'beside the sign-in in %s nobody is promised money where rewards are data',
  (locale) => {
    const messages = readCatalogue(locale, 'auth') as { auth: { promise: string } };
    const t = createTranslator({ locale, messages, namespace: 'auth' });
    expect(t('promise', { unit: 'megabytes' })).not.toBe(t('promise', { unit: 'dollars' }));
  },
);

test.each(LANGUAGE_CODES)('what a task typically pays reads right in %s when one is enough', (locale) => {
  const messages = readCatalogue(locale, 'earn') as { firstSteps: { typical: string } };
  const t = createTranslator({ locale, messages, namespace: 'firstSteps' });
  const typical = (count: number) => t('typical', { amount: '$3.00', count, goal: '$7.00' });
  expect(typical(1)).toContain('$7.00');
  // Not as a number of several: "about 1 make".
  expect(typical(1).replace(/\d/g, '')).not.toBe(typical(5).replace(/\d/g, ''));
  expect(typical(21)).toMatch(/21|২১|२१|۲۱/);
});
