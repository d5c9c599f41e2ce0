import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainLine, plainText } from './plain-text.ts';

test.each([
  ['Reach <b>level 10</b> &amp; win', 'Reach level 10 & win'],
  ['one<br>two<br/>three', 'one\ntwo\nthree'],
  ['<ul><li>Install</li><li>Play</li></ul>', '• Install\n\n• Play'],
  ['<script>alert(1)</script>free', 'free'],
  ['<SCRIPT src="//evil">x</SCRIPT >free<style>b{}</style>', 'free'],
  ['a <script>that has no end', 'a that has no end'],
  ['5 < 6 and 7 > 3', '5 < 6 and 7 > 3'],
  ['&lt;b&gt; &#65;&#x42; &nosuch;', '<b> AB &nosuch;'],
  ['pay \u202Etxt.exe\u202C now\u200B', 'pay txt.exe now'],
  ['bell\u0007 and\u0000 nul\u0085', 'bell and nul'],
  ['ﻊ\u200Cﺐ and 👩\u200D🚀', 'ﻊ\u200Cﺐ and 👩\u200D🚀'],
  ['half \uD83D pair', 'half pair'],
])('%j is read as %j', (raw, text) => {
  expect(plainText(raw, 200)).toBe(text);
});

test('marks that would draw over other lines are cut', () => {
  expect(plainText(`Z${'\u0334'.repeat(50)}`, 200)).toHaveLength(5);
});

test('a text that is too long ends with an ellipsis, and never in half a character', () => {
  expect(plainText('abcdef', 4)).toBe('abc…');
  expect(plainText('ab👍👍', 4)).toBe('ab…');
});

test('whatever comes, the text is bounded, well-formed, and has no control or hidden characters', () => {
  const bits = fc.constantFrom(
    '<',
    '>',
    '<script',
    '</script>',
    '&#0;',
    '\u202E',
    '\0',
    '\uD800',
    '<li>',
    'é',
    ' ',
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(bits, fc.string()), { maxLength: 200 }).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, fc.integer({ min: 2, max: 60 }), (raw, max) => {
      for (const text of [plainText(raw, max), plainLine(raw, max)]) {
        expect(text.length).toBeLessThanOrEqual(max);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F\uFEFF]/u);
      }
      expect(plainLine(raw, max)).not.toContain('\n');
    }),
  );
});
