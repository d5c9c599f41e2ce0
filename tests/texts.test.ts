import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#contract/languages.ts';
import { mailFile, mailTexts } from '#scripts/mail-texts.ts';
import { describedTexts, putTexts } from '#scripts/texts-files.ts';
import pictures from '#web/shared/language/pictures.json' with { type: 'json' };

test('an export holds every text of a language with where it is used, and its import changes nothing', () => {
  const english = describedTexts('en');
  const german = describedTexts('de');
  expect(Object.keys(german)).toEqual(Object.keys(english));
  expect(german['redeem:redeem.confirm']).toMatchObject({
    description: expect.stringContaining('web/member/redemptions/confirm-dialog.tsx'),
  });
  expect(german['redeem:redeem.heading']?.description).toContain('point = Punkt');
  const given = new Map(Object.entries(german).map(([key, { message }]) => [key, message]));
  expect(putTexts('de', given)).toEqual({ changed: 0, files: new Map(), faults: [] });
});

test('an import changes its texts alone, each at its place', () => {
  const { changed, files, faults } = putTexts('de', new Map([['redeem:redeem.done', 'Fertig!']]));
  expect([changed, faults]).toEqual([1, []]);
  expect([...files.keys()].map((file) => file.split('/').slice(-2).join('/'))).toEqual(['de/redeem.json']);
  expect([...files.values()].join()).toContain('"done": "Fertig!"');
});

test('an import changes texts of mails as code, and nothing else of their file', () => {
  const before = readFileSync(mailFile('de'), 'utf8');
  const key = 'notices.threshold_reached.subject';
  const text = mailTexts('de').get(key) ?? '';
  const { changed, files, faults } = putTexts(
    'de',
    new Map([[`mails:${key}`, "Geschafft: 'alles' da \\' + x"]]),
  );
  expect([changed, faults]).toEqual([1, []]);
  expect([...files.keys()]).toEqual([mailFile('de')]);
  const after = files.get(mailFile('de')) ?? '';
  expect(after).toBe(before.replace(`'${text}'`, () => String.raw`"Geschafft: 'alles' da \\' + x"`));
});

test.each(LANGUAGE_CODES)('the mails of %s come back from an export as they were', (code) => {
  const given = Object.entries(describedTexts(code)).map(([key, { message }]) => [key, message] as const);
  const mails = given.filter(([key]) => key.startsWith('mails:'));
  expect(mails.length).toBeGreaterThan(200);
  expect(putTexts(code, new Map(mails))).toEqual({ changed: 0, files: new Map(), faults: [] });
});

test('an import refuses a mail that loses a value, a form of points, or half of a text that is said twice', () => {
  const refused = (key: string, text: string) => {
    const { changed, files, faults } = putTexts('de', new Map([[`mails:${key}`, text]]));
    expect([changed, files.size]).toEqual([0, 0]);
    return faults;
  };
  expect(refused('notices.points_credited.subject', 'Punkte!')).toEqual([
    'mails:notices.points_credited.subject: does not name points',
  ]);
  expect(refused('points.one', 'ein Punkt')).toEqual(['mails:points.one: does not name count']);
  expect(refused('notices.nothing.subject', 'x')).toEqual([
    'mails:notices.nothing.subject: not a text of this site',
  ]);
  expect(refused('notices.password_changed.push', 'Nur hier anders.')).toEqual([
    expect.stringContaining('is the same text as mails:notices.password_changed.paragraphs.0'),
  ]);
});

test('an import with a lost argument, a lost plural form, a foreign key or bad syntax changes nothing', () => {
  const refused = (key: string, text: string) => {
    const { changed, files, faults } = putTexts('de', new Map([[key, text]]));
    expect([changed, files.size]).toEqual([0, 0]);
    return faults;
  };
  expect(refused('app:common.creditText', 'Dein Guthaben.')).toEqual([
    'app.common.creditText: does not name balance',
  ]);
  expect(refused('app:common.points', '{count, plural, other {# Punkte}}')).toHaveLength(1);
  expect(refused('app:common.points', '{count, plural')).toHaveLength(1);
  expect(refused('app:__proto__.x', 'x')).toEqual(['app:__proto__.x: not a text of this site']);
});

test('the pictures of texts are of texts that exist, and most screens have some', () => {
  const known = describedTexts('en');
  expect(Object.keys(pictures).filter((key) => !(key in known))).toEqual([]);
  expect(Object.keys(pictures).length).toBeGreaterThan(500);
});
