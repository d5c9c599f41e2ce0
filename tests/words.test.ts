import compile from 'icu-minify/compile';
import format from 'icu-minify/format';
import { describe, expect, test } from 'vitest';
import { LANGUAGE_CODES, type LanguageCode } from '#contract/languages.ts';
import { speak } from '#domain/notices/words/language.ts';
import { areas, readCatalogue } from '#web/build/catalogue-files.ts';
import { flat, type Messages } from '#web/shared/language/compare.ts';
import glossary from '#web/shared/language/glossary.json' with { type: 'json' };

/** The counts at which languages change their forms: 21 is `one` in Russian, 0 in French. */
const COUNTS = [0, 1, 2, 5, 21];

const screens = (code: LanguageCode): Map<string, string> =>
  flat(Object.fromEntries(areas().map((area) => [area, readCatalogue(code, area)])));

/** Screens and mails, by area and key. */
const texts = (code: LanguageCode): Map<string, string> =>
  new Map([...screens(code), ...flat(JSON.parse(JSON.stringify(speak(code).texts)) as Messages, 'mails.')]);

/** A message as a screen shows it, with each argument that it names as a number or a name. */
function rendered(code: LanguageCode, message: string, values: Record<string, string | number>): string {
  const shown = format(compile(message), code, values, {
    formatters: {
      getNumberFormat: (locale, options) => new Intl.NumberFormat(locale, options),
      getDateTimeFormat: (locale, options) => new Intl.DateTimeFormat(locale, options),
      getPluralRules: (locale, options) => new Intl.PluralRules(locale, options),
    },
  });
  return String(shown);
}

describe.each(LANGUAGE_CODES)('%s', (code) => {
  test('uses the words of its glossary and none that it bans', () => {
    const all = [...texts(code).values()].join('\n').toLocaleLowerCase(code);
    const { terms, banned } = glossary[code];
    expect(Object.keys(terms)).toEqual(Object.keys(glossary.en.terms));
    expect(Object.values(terms).filter((word) => !all.includes(word.toLocaleLowerCase(code)))).toEqual([]);

    const found = Object.entries(banned).flatMap(([word, better]) =>
      [...texts(code)]
        .filter(([, text]) => text.toLocaleLowerCase(code).includes(word.toLocaleLowerCase(code)))
        .map(([key]) => `${key}: “${word}” is to be “${better}”`),
    );
    expect(found).toEqual([]);
  });

  test('writes every count in its own form and its own digits', () => {
    const counted = [...screens(code)].flatMap(([key, message]) =>
      [...message.matchAll(/\{(\w+), plural,/g)].map(([, name = '']) => ({ key, message, name })),
    );
    expect(counted.length).toBeGreaterThan(40);
    const wrong = counted.flatMap(({ key, message, name }) =>
      COUNTS.filter((count) => {
        const shown = rendered(code, message, valuesOf(message, name, count));
        const inWords =
          /(?:one|two|few|many|other) \{[^{}#]*\}/.test(message) || new RegExp(`=${count} \\{`).test(message);
        const digits = new Intl.NumberFormat(code).format(count);
        return shown.includes('#') || (!inWords && !shown.includes(digits));
      }).map((count) => `${key} with ${count}`),
    );
    expect(wrong).toEqual([]);
  });

  test('never puts a bare number of the program into a text', () => {
    // A number in plain braces would be shown in the digits of the program, beside those of the language.
    const names = /\{(minutes|hours|minimum|max|lines|characters|missing|done|all)\}/;
    // Their callers have formatted these.
    const shownAsTheyAre = ['admin.stock.format', 'admin.risk.bounds'];
    const found = [...screens(code)].filter(
      ([key, text]) => names.test(text) && !shownAsTheyAre.includes(key),
    );
    expect(found).toEqual([]);
  });
});

/** Every argument of the message: the counted one, the others as numbers that fit any form. */
function valuesOf(message: string, counted: string, count: number): Record<string, string | number> {
  const plain = [...message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '·'] as const);
  const formed = [...message.matchAll(/\{(\w+), (?:plural|number)/g)].map(
    ([, name = '']) => [name, 3] as const,
  );
  const chosen = [...message.matchAll(/\{(\w+), select,/g)].map(([, name = '']) => [name, 'other'] as const);
  const tags = [...message.matchAll(/<(\w+)>/g)].map(
    ([, name = '']) => [name, (inner: unknown) => inner] as const,
  );
  return Object.fromEntries([...plain, ...formed, ...chosen, ...tags, [counted, count]]) as Record<
    string,
    string | number
  >;
}

test.each([
  ['en', ['0 more points', '1 more point', '2 more points', '5 more points', '21 more points']],
  ['es', ['0 puntos más', '1 punto más', '2 puntos más', '5 puntos más', '21 puntos más']],
  ['fr', ['0 point', '1 point', '2 points', '5 points', '21 points']],
  ['de', ['0 Punkte', '1 Punkt', '2 Punkte', '5 Punkte', '21 Punkte']],
  ['ru', ['0 баллов', '1 балл', '2 балла', '5 баллов', '21 балл']],
  ['hi', ['0 पॉइंट', '1 पॉइंट', '2 पॉइंट', '5 पॉइंट', '21 पॉइंट']],
  ['ur', ['0 پوائنٹس', '1 پوائنٹ', '2 پوائنٹس', '5 پوائنٹس', '21 پوائنٹس']],
  ['bn', ['০ পয়েন্ট', '১ পয়েন্ট', '২ পয়েন্ট', '৫ পয়েন্ট', '২১ পয়েন্ট']],
  ['ja', ['0ポイント', '1ポイント', '2ポイント', '5ポイント', '21ポイント']],
] as const)('%s says how many points are missing', (code, expected) => {
  const message = screens(code).get('app.errors.below_threshold') ?? '';
  for (const [index, count] of COUNTS.entries()) {
    expect(rendered(code, message, { missing: count })).toContain(expected[index]);
  }
});

test('French puts a space that does not break before ? ! ; : » and after «', () => {
  const found = [...texts('fr')].filter(([, text]) => /[\p{L}\p{N})}>’%.…] [?!;:»]|« | »/u.test(text));
  expect(found).toEqual([]);
});

test('what a suspended member reads leaves room for reversals, asks for no password, and calls the account suspended', () => {
  const said = (key: string) => texts('en').get(key) ?? '';
  for (const key of ['pause.pause.suspendedText', 'mails.notices.account_suspended.paragraphs.0'])
    expect(said(key)).toContain('partners can still take back what they paid');
  expect(said('mails.notices.account_suspended.paragraphs.3')).toContain('sign in as usual');
  expect(said('redeem.redeem.reversed.withdrawn_closed')).toContain('your account was suspended');
});

test('what is said of any reward names no card, but for the screen of that name', () => {
  const said =
    /redeem\.(failed|reversed)\.|redeem\.\w+\.linkText$|notices\.(redemption_checked|redemption_question|review_refunded|review_lapsed|review_stopped)\./;
  const found = [...texts('en')].filter(([key]) => said.test(key));
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter(([, text]) => /\bcard\b/i.test(text))).toEqual([]);
});
