import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ENGLISH, LANGUAGE_CODES, type LanguageCode } from '#contract/languages.ts';
import { compareCatalogues, type Fault, flat, type Messages } from '#web/shared/language/compare.ts';

const FOLDER = path.resolve(import.meta.dirname, '../shared/language/messages');

/** Texts that a language writes as English does: names, and loanwords. `area.key`. */
const SAME_AS_ENGLISH: Partial<Record<LanguageCode, readonly string[]>> = {};

/** The areas of texts, from the names of the English files. */
export const areas = (): string[] =>
  readdirSync(path.join(FOLDER, ENGLISH))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));

/** Areas of pages that are rendered at build time; the app never loads them. */
const STATIC_AREAS = ['landing', 'legal'];

export const appAreas = (): string[] => areas().filter((area) => !STATIC_AREAS.includes(area));

const fileOf = (code: LanguageCode, area: string) => path.join(FOLDER, code, `${area}.json`);

export const readCatalogue = (code: LanguageCode, area: string): Messages =>
  JSON.parse(readFileSync(fileOf(code, area), 'utf8'));

/** Everything that a language lacks; empty if it is complete. Keys start with their area. */
export function faultsOfLanguage(code: LanguageCode): Fault[] {
  return areas().flatMap((area) => {
    const english = { [area]: readCatalogue(ENGLISH, area) };
    const translated = { [area]: existsSync(fileOf(code, area)) ? readCatalogue(code, area) : {} };
    const same = code === ENGLISH ? [...flat(english).keys()] : SAME_AS_ENGLISH[code];
    return compareCatalogues(code, english, translated, same);
  });
}

/** The languages that have every file. */
export const offeredLanguages = (): LanguageCode[] =>
  LANGUAGE_CODES.filter((code) => areas().every((area) => existsSync(fileOf(code, area))));

/** The texts of an area as shown: English where a translation is missing. */
export function shownCatalogue(code: LanguageCode, area: string): Messages {
  return code === ENGLISH
    ? readCatalogue(ENGLISH, area)
    : filledUp(readCatalogue(code, area), readCatalogue(ENGLISH, area));
}

function filledUp(texts: Messages, english: Messages): Messages {
  return Object.fromEntries(
    Object.entries(english).map(([key, original]) => {
      const own = texts[key];
      if (typeof original === 'string') return [key, typeof own === 'string' ? own : original];
      return [key, filledUp(typeof own === 'object' ? own : {}, original)];
    }),
  );
}
