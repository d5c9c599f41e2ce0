import { expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#contract/languages.ts';
import { fill, speak } from './language.ts';
import { layOut } from './layout.ts';
import { en } from './texts/en.ts';

test('a mail names its language and direction, so that right-to-left ones are read so', () => {
  const site = {
    productName: 'Pocketful',
    appUrl: 'https://rewards.example',
    supportEmail: 'help@rewards.example',
  };
  const content = { subject: 'x', paragraphs: ['x'], code: '012345', footnotes: [] };
  const { html } = layOut(site, content, { language: 'ur', direction: 'rtl' });
  expect(html).toContain('<html lang="ur" dir="rtl">');
  expect(html).toContain('<body class="page" dir="rtl"');
  expect(html).toMatch(/class="code" style="[^"]*direction:ltr/);
  expect(html).toContain('prefers-color-scheme: dark');
});

test('amounts have the plural forms of the language', () => {
  const { points, dollars } = speak('en');
  expect([points(1), points(0), points(-1), points(1200)]).toEqual([
    '1 point',
    '0 points',
    '-1 point',
    '1,200 points',
  ]);
  expect([dollars(100), dollars(150)]).toEqual(['$1', '$1.50']);
});

test.each([
  ['es', null, /^1111,20 \$$/, /^29 de agosto de 2026.*2:05 UTC$/],
  ['es', 'MX', /^\$1,111\.20$/, /^29 de agosto de 2026.*2:05 a\./],
  ['en', 'GB', /^\$1,111\.20$/, /^29 August 2026.*02:05 UTC$/],
  ['en', 'US', /^\$1,111\.20$/, /^August 29, 2026.*2:05 AM/],
  ['pt', 'BR', /^\$ 1\.111,20$/, /^29 de agosto de 2026.*02:05 UTC$/],
  ['de', 'CH', /^\$ 1.111\.20$/, /^29\. August 2026/],
  // Of another script than the texts, and nowhere: the language alone decides.
  ['zh', 'TW', /^\$1,111\.20$/, /^2026年8月29日/],
  ['es', '??', /^1111,20 \$$/, /^29 de agosto de 2026.*2:05 UTC$/],
])('%s in %s has its own form of amounts and moments', (language, country, money, moment) => {
  const speech = speak(language, country);
  const plain = (text: string) => text.replace(/\s/g, ' ');
  expect(plain(speech.dollars(111_120))).toMatch(money);
  expect(plain(speech.moment('2026-08-29T02:05:00Z'))).toMatch(moment);
});

test('the last day of a reward is that of its end in UTC', () => {
  expect(speak('en').day('2026-08-29T23:59:59Z')).toBe('August 29, 2026');
  expect(speak('de').day('2026-08-29T23:59:59Z')).toBe('29. August 2026');
});

test.each(LANGUAGE_CODES.filter((code) => code !== 'en' && speak(code).language === code))(
  'the mails of %s say all that the English ones do, with the plural forms of the language',
  (code) => {
    const { texts } = speak(code);
    expect(Object.keys(texts.points).toSorted()).toEqual(
      new Intl.PluralRules(code).resolvedOptions().pluralCategories.toSorted(),
    );
    const { points: _, ...english } = en;
    const originals = flat(english);
    const translated = flat(texts);
    const faults = [...originals].flatMap(([key, original]) => {
      const text = translated.get(key);
      if (!text) return [`${key}: missing`];
      if (names(text) !== names(original)) return [`${key}: names ${names(text)}, not ${names(original)}`];
      return text === original && original.split(' ').length > 3 ? [`${key}: still English`] : [];
    });
    expect(faults).toEqual([]);
  },
);

test.each(LANGUAGE_CODES)(
  'the mail to an address that the account has left sends to support in %s, and advises no reset, whose link would not come',
  (code) => {
    const { email_changed: moved, password_changed: other } = speak(code).texts.notices;
    const advice = moved.paragraphs.at(-1) ?? '';
    expect(advice).toContain('{support}');
    expect(other.paragraphs).not.toContain(advice);
    expect(en.notices.email_changed.paragraphs.join()).not.toMatch(/reset/i);
  },
);

/** Every text with its dotted path. */
function flat(texts: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}

const names = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].toSorted().join();

test("a language without texts falls back to English, and so does the name of an object's property", () => {
  for (const language of ['xx', '', 'constructor', '__proto__']) expect(speak(language).language).toBe('en');
});

test('a text with a missing value is not sent', () => {
  expect(() => fill('Hello {name}', {})).toThrow('{name}');
  expect(fill('{a}{b}', { a: '{b}', b: 'x' })).toBe('{b}x');
});
