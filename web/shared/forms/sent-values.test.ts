import { expect, test } from 'vitest';
import { SentValues } from './sent-values.ts';

test('what comes back late is the own value, although more was sent meanwhile', () => {
  const sent = new SentValues('');
  expect(sent.isOwn('')).toBe(true);
  sent.send('a');
  sent.send('ab');
  expect(sent.isOwn('a')).toBe(true);
  expect(sent.last).toBe('ab');
  expect(sent.isOwn('ab')).toBe(true);
});

test('a value that was passed over does not count as the own one later', () => {
  const sent = new SentValues('');
  sent.send('a');
  sent.send('ab');
  expect(sent.isOwn('ab')).toBe(true);
  expect(sent.isOwn('a')).toBe(false);
  expect(sent.last).toBe('a');
});

test('what others set counts at once, also while something is under way', () => {
  const sent = new SentValues('');
  sent.send('a');
  expect(sent.isOwn('other')).toBe(false);
  expect(sent.last).toBe('other');
  expect(sent.isOwn('a')).toBe(false);
});
