/**
 * A made-up language derived from English, to test layouts with long words before any translation exists: every text gets
 * accents and is half as long again, in brackets that show where it is cut.
 */

const ACCENTS: Record<string, string> = {
  a: 'á',
  e: 'ë',
  i: 'ï',
  o: 'ö',
  u: 'ü',
  A: 'Å',
  E: 'É',
  O: 'Ø',
  U: 'Û',
  n: 'ñ',
  c: 'ç',
};
/** German and Russian need about this much more room than English (W3C, text size in translation). */
const LONGER = 0.5;

/** A compiled catalogue (see web/build/catalogues.ts) in the language. */
export function pseudoCatalogue(messages: unknown): unknown {
  if (typeof messages === 'string') return bracketed(stretched(messages));
  if (Array.isArray(messages)) return ['[', ...messages.map(inMessage), ']'];
  return mapValues(messages as object, pseudoCatalogue);
}

/** A part of a message: text, `#` (zero), `[name]`, `[name, type, details]` or, for a tag, `[name, ...parts]`. */
function inMessage(part: unknown): unknown {
  if (typeof part === 'string') return stretched(part);
  if (!Array.isArray(part) || part.length === 1) return part;
  const [name, second, details] = part;
  if (typeof second !== 'number') return [name, ...part.slice(1).map(inMessage)];
  const isChoice = second >= 1 && second <= 3;
  return isChoice ? [name, second, mapValues(details as object, inBranch)] : part;
}

const inBranch = (branch: unknown) =>
  Array.isArray(branch) ? branch.map(inMessage) : stretched(String(branch));

const bracketed = (text: string) => `[${text}]`;

/** Lengthens the words, since long words break layouts. */
function stretched(text: string): string {
  return text.replaceAll(/\p{L}+/gu, (word) => {
    const accented = [...word].map((letter) => ACCENTS[letter] ?? letter).join('');
    return accented + accented.slice(-Math.ceil(word.length * LONGER));
  });
}

const mapValues = (object: object, map: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
