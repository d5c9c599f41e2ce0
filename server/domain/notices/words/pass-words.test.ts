import { expect, test } from 'vitest';
import { passWords } from './pass-words.ts';

const valueIn = (rewardWording: 'specification' | 'cash' | 'data', language = 'en', country?: string) =>
  passWords(language, {
    productName: 'Pocketful',
    rewardWording,
    amountCents: 1_120,
    country: country ?? null,
  }).value.replace(/\s/g, ' ');

test('a pass says what its reward is worth in the unit of redemptions, in the form of its reader', () => {
  expect(valueIn('specification')).toBe('$11.20');
  expect(valueIn('cash')).toBe('$11.20');
  expect(valueIn('data')).toBe('1,120 MB');
  expect(valueIn('specification', 'es')).toBe('11,20 $');
  expect(valueIn('specification', 'es', 'MX')).toBe('$11.20');
  expect(valueIn('data', 'de')).toBe('1.120 MB');
});
