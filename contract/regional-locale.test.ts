import { expect, test } from 'vitest';
import type { LanguageCode } from './languages.ts';
import { regionalLocale } from './regional-locale.ts';

const dollars = (language: LanguageCode, ...ofBrowser: string[]) =>
  new Intl.NumberFormat(regionalLocale(language, ofBrowser), {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  })
    .format(11.2)
    .replaceAll(/\s/g, ' ');

test('amounts follow the language and the region that the browser names for it', () => {
  expect(dollars('es', 'es-MX', 'en')).toBe('$11.20');
  expect(dollars('es', 'en-US', 'es-ES')).toBe('11,20 $');
  expect(dollars('pt', 'pt-BR')).toBe('$ 11,20');
  expect(dollars('de', 'de-CH')).toBe('$ 11.20');
});

test('the region of another language or script does not count, and without one the language decides', () => {
  expect(regionalLocale('de', ['en-US', 'es-MX'])).toBe('de');
  expect(regionalLocale('es', ['es', 'es-419', 'es-AR'])).toBe('es-419');
  expect(regionalLocale('zh', ['zh-TW', 'zh-SG'])).toBe('zh-SG');
  expect(regionalLocale('fil', ['fil-PH'])).toBe('fil-PH');
});

test('odd words of a browser are passed over, and extensions of a tag are left out', () => {
  expect(regionalLocale('en', ['', 'x', 'en_GB', 'en-IN-u-nu-deva'])).toBe('en-IN');
});
