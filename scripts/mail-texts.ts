import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ENGLISH, type LanguageCode } from '#contract/languages.ts';
import { speak } from '#domain/notices/index.ts';
import { compareCatalogues, flat, type Messages } from '#web/shared/language/compare.ts';

/** Texts of mails, push messages, wallet passes and the unsubscribe page, by the path of each in its file. */

/** Begins the keys of these texts in an export. */
export const MAILS = 'mails:';
const FOLDER = path.resolve(import.meta.dirname, '../server/domain/notices/words/texts');

/** The file of a language. */
export const mailFile = (code: LanguageCode): string => path.join(FOLDER, `${code}.ts`);

/** Every such text of a language; none while it has no file. */
export function mailTexts(code: LanguageCode): Map<string, string> {
  const { texts, language } = speak(code);
  return language === code ? flat(JSON.parse(JSON.stringify(texts)) as Messages) : new Map();
}

/**
 * Puts translated texts into the source of a language's file and returns it, or null if nothing changes. With a fault nothing
 * does: an unknown key, what `compareCatalogues` finds, a missing plural form, or two translations for one text that the file
 * says in both places. An empty text leaves the one that is there.
 */
export function putMails(
  code: LanguageCode,
  given: ReadonlyMap<string, string>,
): { changed: number; source: string | null; faults: string[] } {
  const now = mailTexts(code);
  const unknown = [...given.keys()].filter((key) => !now.has(key));
  const after = new Map([...now].map(([key, text]) => [key, given.get(key) || text]));
  const faults = [
    ...unknown.map((key) => `${MAILS}${key}: not a text of this site`),
    ...faultsOf(code, after),
    ...divided(now, after),
  ];
  const changed = [...after].filter(([key, text]) => text !== now.get(key));
  if (faults.length > 0 || changed.length === 0) return { changed: 0, source: null, faults };
  const texts = new Map(changed.map(([key, text]) => [now.get(key) ?? '', text]));
  const { source, left } = replaced(readFileSync(mailFile(code), 'utf8'), texts);
  if (left.length === 0) return { changed: changed.length, source, faults: [] };
  return { changed: 0, source: null, faults: left.map((text) => `“${text}” is made of parts in the file`) };
}

/** What the screens' texts are checked for, and the plural forms of points. */
function faultsOf(code: LanguageCode, texts: ReadonlyMap<string, string>): string[] {
  const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  const missing = forms.filter((form) => !texts.has(`points.${form}`));
  const counted = [...texts].filter(([key, text]) => key.startsWith('points.') && !text.includes('{count}'));
  const english = Object.fromEntries([...mailTexts(ENGLISH)].filter(isNoPoint));
  const translated = Object.fromEntries([...texts].filter(isNoPoint));
  const same = code === ENGLISH ? Object.keys(english) : [];
  return [
    ...missing.map((form) => `${MAILS}points: lacks the form "${form}"`),
    ...counted.map(([key]) => `${MAILS}${key}: does not name count`),
    ...compareCatalogues(code, english, translated, same).map(({ key, fault }) => `${MAILS}${key}: ${fault}`),
  ];
}

const isNoPoint = ([key]: [string, string]) => !key.startsWith('points.');

/** Texts that are the same now and would not be any more. */
function divided(now: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const places = Map.groupBy(now.keys(), (key) => now.get(key));
  return [...places.values()].flatMap((keys) => {
    const [first = '', ...others] = keys;
    return others
      .filter((key) => after.get(key) !== after.get(first))
      .map((key) => `${MAILS}${key}: is the same text as ${MAILS}${first}, so change both`);
  });
}

/** A comment, or a string in quotes. */
const TOKEN = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g;

/** Replaces the strings with these values, each wherever it is; `left` are the values that were not found. */
function replaced(source: string, texts: ReadonlyMap<string, string>): { source: string; left: string[] } {
  const found = new Set<string>();
  const written = source.replace(TOKEN, (token) => {
    if (token.startsWith('/')) return token;
    const value = textOf(token);
    const text = texts.get(value);
    if (text === undefined) return token;
    found.add(value);
    return quoted(text);
  });
  return { source: written, left: [...texts.keys()].filter((value) => !found.has(value)) };
}

/** The value of a string in quotes. */
const textOf = (token: string): string =>
  token
    .slice(1, -1)
    .replace(
      /\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|(.))/gi,
      (_, wide?: string, code?: string, plain?: string) => {
        if (plain !== undefined) return plain === 'n' ? '\n' : plain;
        return String.fromCodePoint(Number.parseInt(wide ?? code ?? '', 16));
      },
    );

/** Written as the formatter would: with single quotes, unless the text has some. No text can end its string. */
function quoted(text: string): string {
  const inner = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return inner.includes("'") && !inner.includes('"') ? `"${inner}"` : `'${inner.replaceAll("'", "\\'")}'`;
}
