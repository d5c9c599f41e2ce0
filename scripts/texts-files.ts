import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ENGLISH, type LanguageCode } from '#contract/languages.ts';
import { appAreas, areas, readCatalogue } from '#web/build/catalogue-files.ts';
import { textUses } from '#web/build/text-uses.ts';
import { compareCatalogues, flat, type Messages } from '#web/shared/language/compare.ts';
import glossary from '#web/shared/language/glossary.json' with { type: 'json' };
import { MAILS, mailFile, mailTexts, putMails } from './mail-texts.ts';

/** A text as a translation platform shows it. */
export interface DescribedText {
  message: string;
  /** Where the text is shown, the pictures of it, and the words to use. */
  description: string;
}

const root = path.resolve(import.meta.dirname, '..');
const MESSAGES = path.join(root, 'web/shared/language/messages');
/** Area and key -> pictures that `node e2e/screenshots.ts` makes. */
const PICTURES = path.join(root, 'web/shared/language/pictures.json');
const PLACES_MAX = 3;

/** Every text of a language by `area:key`, with what a translator has to know about it: screens, then mails. */
export const describedTexts = (code: LanguageCode): Record<string, DescribedText> => ({
  ...describedScreens(code),
  ...describedMails(code),
});

function describedMails(code: LanguageCode): Record<string, DescribedText> {
  const texts = mailTexts(code);
  const originals = mailTexts(ENGLISH);
  // Languages differ in their plural forms of points.
  const keys = texts.size > 0 ? texts.keys() : originals.keys();
  return Object.fromEntries(
    [...keys].map((key): [string, DescribedText] => {
      const english = originals.get(key) ?? '';
      const description = [...placeOf(key), ...wordsFor(code, english)].join('. ');
      return [`${MAILS}${key}`, { message: texts.get(key) ?? '', description }];
    }),
  );
}

const placeOf = (key: string): string[] => [
  key.endsWith('.push')
    ? 'One line of a push message'
    : key.startsWith('pass.')
      ? 'On a wallet pass'
      : key.startsWith('unsubscribe.')
        ? 'The page that ends marketing mails'
        : 'In a mail',
  'Has {name} only, no plurals',
];

function describedScreens(code: LanguageCode): Record<string, DescribedText> {
  const places = new Map<string, string[]>();
  for (const { key, file } of textUses()) {
    places.set(key, [...new Set([...(places.get(key) ?? []), `web/${file}`])]);
  }
  const pictures: Record<string, string[]> = existsSync(PICTURES)
    ? JSON.parse(readFileSync(PICTURES, 'utf8'))
    : {};
  return Object.fromEntries(
    areas().flatMap((area) => {
      const texts = flat(readCatalogue(code, area));
      return [...flat(readCatalogue(ENGLISH, area))].map(([key, english]): [string, DescribedText] => {
        const used = appAreas().includes(area) ? (places.get(key) ?? []) : ['the page without script'];
        const description = [
          ...(pictures[`${area}:${key}`]?.length
            ? [`Pictures: ${pictures[`${area}:${key}`]?.join(', ')}`]
            : []),
          ...(used.length > 0 ? [`Used in ${used.slice(0, PLACES_MAX).join(', ')}`] : []),
          ...wordsFor(code, english),
        ].join('. ');
        return [`${area}:${key}`, { message: texts.get(key) ?? '', description }];
      });
    }),
  );
}

/** The glossary's words for what the English text speaks of. */
function wordsFor(code: LanguageCode, english: string): string[] {
  if (code === ENGLISH) return [];
  const own: Record<string, string> = glossary[code].terms;
  const words = Object.entries(glossary[ENGLISH].terms)
    .filter(([, word]) => english.toLowerCase().includes(word))
    .map(([term, word]) => `${word} = ${own[term]}`);
  return words.length > 0 ? [`Words: ${words.join(', ')}`] : [];
}

/**
 * Puts translated texts into the files of a language, each at its place, and returns the files that change with their new
 * content. With a fault in the screens or the mails there are none. An empty text leaves the one that is there.
 */
export function putTexts(code: LanguageCode, given: ReadonlyMap<string, string>): PutTexts {
  const isMail = (key: string) => key.startsWith(MAILS);
  const screens = putScreens(code, new Map([...given].filter(([key]) => !isMail(key))));
  const mails = putMails(
    code,
    new Map([...given].filter(([key]) => isMail(key)).map(([key, text]) => [key.slice(MAILS.length), text])),
  );
  const faults = [...screens.faults, ...mails.faults];
  if (faults.length > 0) return { changed: 0, files: new Map(), faults };
  const files = new Map(screens.files);
  if (mails.source !== null) files.set(mailFile(code), mails.source);
  return { changed: screens.changed + mails.changed, files, faults };
}

interface PutTexts {
  changed: number;
  files: Map<string, string>;
  faults: string[];
}

/** The same for the screens. With a fault there are none: an unknown key, or what `compareCatalogues` finds. */
function putScreens(code: LanguageCode, given: ReadonlyMap<string, string>): PutTexts {
  const files = new Map<string, string>();
  const faults: string[] = [];
  const known = new Set<string>();
  let changed = 0;
  for (const area of areas()) {
    const catalogue = readCatalogue(code, area);
    const before = changed;
    for (const [key, now] of flat(catalogue)) {
      known.add(`${area}:${key}`);
      const text = given.get(`${area}:${key}`);
      if (!text || text === now) continue;
      set(catalogue, key.split('.'), text);
      changed += 1;
    }
    if (changed > before)
      files.set(path.join(MESSAGES, code, `${area}.json`), `${JSON.stringify(catalogue, null, 2)}\n`);
    const english = { [area]: readCatalogue(ENGLISH, area) };
    const same = code === ENGLISH ? [...flat(english).keys()] : [];
    const found = compareCatalogues(code, english, { [area]: catalogue }, same);
    faults.push(...found.map(({ key, fault }) => `${key}: ${fault}`));
  }
  for (const key of given.keys()) if (!known.has(key)) faults.push(`${key}: not a text of this site`);
  return faults.length > 0 ? { changed: 0, files: new Map(), faults } : { changed, files, faults };
}

function set(messages: Messages, [first = '', ...rest]: string[], text: string): void {
  const part = messages[first];
  if (rest.length > 0 && typeof part === 'object') set(part, rest, text);
  else messages[first] = text;
}
