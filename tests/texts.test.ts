import { expect, test } from 'vitest';
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
