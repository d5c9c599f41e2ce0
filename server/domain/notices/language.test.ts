import { expect, test } from 'vitest';
import { directionOf, fill, speak } from './language.ts';
import { layOut } from './layout.ts';

test.each([
  ['en', 'ltr'],
  ['ur', 'rtl'],
  ['ja', 'ltr'],
  ['ar', 'rtl'],
])('%s is read %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction);
});

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

test('amounts have the forms of the language', () => {
  const { points, dollars } = speak('en');
  expect([points(1), points(0), points(-1), points(1200)]).toEqual([
    '1 point',
    '0 points',
    '-1 point',
    '1,200 points',
  ]);
  expect([dollars(100), dollars(150)]).toEqual(['$1', '$1.50']);
});

test('a language without texts is answered in English, and names of objects are no language', () => {
  for (const language of ['xx', '', 'constructor', '__proto__']) expect(speak(language).language).toBe('en');
});

test('a text whose value is missing is not sent', () => {
  expect(() => fill('Hello {name}', {})).toThrow('{name}');
  expect(fill('{a}{b}', { a: '{b}', b: 'x' })).toBe('{b}x');
});
