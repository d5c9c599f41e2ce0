import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ERRORS } from '#contract/errors.ts';
import { FAULT_TEXTS, faultCode } from '#contract/faults.ts';
import { acceptedLanguages, LANGUAGE_CODES, pickLanguage } from '#contract/languages.ts';
import { REDEMPTION_REASONS } from '#contract/redemptions.values.ts';
import * as rules from '#contract/rules.ts';
import { areas, faultsOfLanguage, offeredLanguages, readCatalogue } from '#web/build/catalogue-files.ts';
import messages from '#web/shared/language/messages/en/app.json' with { type: 'json' };
import { flat } from './compare.ts';

test("every refusal has a text, which equals the contract's in English", () => {
  const texts: Record<string, string> = messages.errors;
  for (const [code, { text }] of Object.entries(ERRORS)) expect(plain(texts[code] ?? ''), code).toBe(text);
});

test('every fault of a field has its words, in English those of the contract', () => {
  const texts = Object.entries(messages.rules).map(([code, text]) => [code, plain(text)]);
  expect(Object.fromEntries(texts)).toEqual(FAULT_TEXTS);
});

/** The contract fills `{name}`; screens write numbers as their language does, and choose the form of a count. */
const plain = (message: string) =>
  message
    .replace(/\{(\w+), number\}/g, '{$1}')
    .replace(/\{(\w+), plural, .*other \{(.*?)\}\}/, (_, name, other: string) =>
      other.replace('#', `{${name}}`),
    );

test('every message that a rule of the contract gives has its words', () => {
  const schemas: z.ZodMiniType[] = [
    rules.email,
    rules.name,
    rules.password,
    rules.verificationCode,
    rules.requestId,
  ];
  const given = schemas.flatMap((schema) =>
    ['', '\u0000', 'x'.repeat(300)].flatMap(
      (value) => z.safeParse(schema, value).error?.issues.map(({ message }) => message) ?? [],
    ),
  );
  expect([...new Set(given)].filter((message) => !faultCode(message, 6))).toEqual([]);
});

test('every reason of a redemption has its words for staff', () => {
  const words = flat(readCatalogue('en', 'admin'));
  expect(REDEMPTION_REASONS.filter((reason) => !words.has(`member.rewardReasons.${reason}`))).toEqual([]);
});

test('every text exists in every language, with its arguments and plural forms, and translated', () => {
  for (const code of LANGUAGE_CODES) {
    const list = faultsOfLanguage(code).map(({ key, fault }) => `${key}: ${fault}`);
    expect(list, code).toEqual([]);
  }
  expect(offeredLanguages()).toEqual([...LANGUAGE_CODES]);
});

test('the name of a button (`endName`) holds the words that are seen on it (`end`), for who speaks to their device', () => {
  const pairs = LANGUAGE_CODES.flatMap((code) =>
    areas().flatMap((area) => {
      const texts = flat(readCatalogue(code, area));
      return [...texts].flatMap(([key, words]) => {
        const name = texts.get(`${key}Name`);
        return name === undefined ? [] : [{ code, key, words, name }];
      });
    }),
  );
  expect(pairs.length).toBeGreaterThan(LANGUAGE_CODES.length * 10);
  const others = pairs.filter(({ words, name }) => !name.toLowerCase().includes(words.toLowerCase()));
  expect(others).toEqual([]);
});

// The formatter skips spaces around the parts of an argument, but not these: the style behind one is lost.
test('no argument of a text holds a no-break space', () => {
  const heads = /\{\s*\w+\s*,\s*(?:number|date|time|plural|select|selectordinal)\b[^{}]*/gu;
  const found = LANGUAGE_CODES.flatMap((code) =>
    areas().flatMap((area) =>
      [...flat(readCatalogue(code, area))]
        .filter(([, text]) => text.match(heads)?.some((head) => /[\u00a0\u202f]/.test(head)))
        .map(([key]) => `${code} ${area}.${key}`),
    ),
  );
  expect(found).toEqual([]);
});

test("a person's choice goes before the browser's, and English is the last resort", () => {
  const available = ['en', 'es', 'fil'] as const;
  expect(pickLanguage(['es', 'en'], available)).toBe('es');
  expect(pickLanguage([undefined, 'xx-YY', 'es-MX'], available)).toBe('es');
  expect(pickLanguage(['fr', 'tl-PH'], available)).toBe('fil');
  expect(pickLanguage(['<script>'], available)).toBe('en');
});

test('languages of a browser are ordered by weight', () => {
  expect(acceptedLanguages('fr;q=0.5, es-MX, *;q=0.1, de;q=0')).toEqual(['es-MX', 'fr', '*']);
  expect(acceptedLanguages(undefined)).toEqual([]);
});
