/** Characters that are read of a raw text for each one that is kept: markup takes room. */
const RAW_FACTOR = 4;
/** Longest run of combining marks that stays; longer ones draw over other lines. */
const MARKS_MAX = 4;

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  euro: '€',
  pound: '£',
};
const BLOCK_ENDS = /<(?:br|hr)\b[^<>]*>|<\/(?:p|div|li|ul|ol|tr|h[1-6])\s*>/gi;
/** Marks that turn the direction of what follows, or cannot be seen. Joiners stay: Urdu and emoji are written with them. */
const HIDDEN =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/gu;
const MARKS = new RegExp(`(\\p{M}{${MARKS_MAX}})\\p{M}+`, 'gu');

/**
 * Returns foreign text without markup, control characters and marks that turn the direction, at most `max` characters,
 * an ellipsis in place of the rest. Lines stay apart. What looks like a tag after that is text and is shown as text.
 */
export function plainText(raw: string, max: number): string {
  const text = decode(withoutTags(raw.slice(0, max * RAW_FACTOR)))
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replace(HIDDEN, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\uFFFD]/g, '')
    .replace(/\u200D{2,}|\u200C{2,}/g, '')
    .replace(MARKS, '$1')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return shortened(text, max);
}

/** The same in one line. */
export const plainLine = (raw: string, max: number): string =>
  shortened(plainText(raw, max).replace(/\s+/g, ' '), max);

/** Cuts between characters, never through one that takes two code units. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text
    .slice(0, max - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}

function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  return withoutBlocks(withoutBlocks(text, 'script'), 'style')
    .replace(BLOCK_ENDS, '\n')
    .replace(/<li\b[^<>]*>/gi, '\n• ')
    .replace(/<\/?[a-z!][^<>]*>/gi, '');
}

/** Takes out an element with its content. Each part of the text is looked at once, however many tags are open. */
function withoutBlocks(text: string, name: string): string {
  const lower = text.toLowerCase();
  // Some letters change their length in lower case, so that places would not fit.
  if (lower.length !== text.length) return text;
  let kept = '';
  let from = 0;
  for (;;) {
    const begin = lower.indexOf(`<${name}`, from);
    const end = begin < 0 ? -1 : lower.indexOf(`</${name}`, begin);
    const close = end < 0 ? -1 : lower.indexOf('>', end);
    if (close < 0) return kept + text.slice(from);
    kept += text.slice(from, begin);
    from = close + 1;
  }
}

const decode = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
        if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
        const code = Number.parseInt(decimal ?? hex, decimal ? 10 : 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : '';
      })
    : text;
