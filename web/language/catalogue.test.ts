import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import * as rules from '#contract/rules.ts';
import { ERRORS } from '#contract/values.ts';
import { compileMessages } from '../build/compiled-messages.ts';
import { RULE_TEXTS } from '../form.ts';
import { LANGUAGES, pickLanguage } from './languages.ts';
import messages from './messages/en/app.json' with { type: 'json' };

test('every refusal has its words, in English those of the contract', () => {
  const texts: Record<string, string> = messages.errors;
  for (const [code, { text }] of Object.entries(ERRORS)) expect(texts[code], code).toBe(text);
});

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
  expect([...new Set(given)].filter((message) => !(message in RULE_TEXTS))).toEqual([]);
});

test('every catalogue of every language is valid', () => {
  for (const { code } of LANGUAGES) {
    const folder = new URL(`./messages/${code}/`, import.meta.url);
    const files = readdirSync(folder);
    expect(files).toEqual([
      'account.json',
      'admin.json',
      'app.json',
      'landing.json',
      'legal.json',
      'missions.json',
    ]);
    for (const file of files) {
      const catalogue = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
      expect(() => compileMessages(catalogue), `${code}/${file}`).not.toThrow();
    }
  }
});

test('the choice of a person goes before the browser, English is the last resort', () => {
  expect(pickLanguage('en', ['xx']).code).toBe('en');
  expect(pickLanguage(undefined, ['xx-YY', 'en-GB']).code).toBe('en');
  expect(pickLanguage('<script>', []).code).toBe('en');
});
