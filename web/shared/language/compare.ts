import compile from 'icu-minify/compile';
import type { LanguageCode } from '#contract/languages.ts';

export type Messages = { [key: string]: string | Messages };

/** A fault of one text of a translation. */
export interface Fault {
  /** Dotted path in the catalogue. */
  key: string;
  fault: string;
  english: string | undefined;
}

/** English texts of this many words or more are sentences, which are never the same in another language. */
const SENTENCE_WORDS = 4;

/**
 * Compares a language's catalogue with the English one: every key, the same arguments and tags, exactly the plural
 * forms that the language has (CLDR), and no untranslated English. `sameAsEnglish` lists the keys that may be equal.
 */
export function compareCatalogues(
  code: LanguageCode,
  english: Messages,
  translated: Messages,
  sameAsEnglish: readonly string[] = [],
): Fault[] {
  const [originals, texts] = [flat(english), flat(translated)];
  const faults: Fault[] = [];
  for (const [key, original] of originals) {
    const text = texts.get(key);
    const found =
      text === undefined ? ['missing'] : faultsOf(code, original, text, sameAsEnglish.includes(key));
    faults.push(...found.map((fault) => ({ key, fault, english: original })));
  }
  for (const key of texts.keys()) {
    if (!originals.has(key)) faults.push({ key, fault: 'not in English', english: undefined });
  }
  return faults;
}

/** Returns every text by its dotted path. */
export function flat(messages: Messages, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : [...flat(value, `${prefix}${key}.`)],
    ),
  );
}

function faultsOf(code: LanguageCode, english: string, text: string, mayBeSame: boolean): string[] {
  if (text.trim() === '') return ['empty'];
  let shape: Shape;
  try {
    shape = shapeOf(text);
  } catch (error) {
    return [`not valid ICU: ${error instanceof Error ? error.message : error}`];
  }
  const faults = shapeFaults(code, shapeOf(english), shape);
  if (!mayBeSame && text === english && isSentence(english)) faults.push('still English');
  if (edges(english) !== edges(text)) faults.push('other spaces at its ends');
  return faults;
}

const edges = (text: string) => `${/^\s/.test(text)} ${/\s$/.test(text)}`;
/** Arguments, tags and numbers do not count as words. */
const isSentence = (text: string) =>
  (text.replace(/<[^>]*>|\{[^{}]*\}/g, ' ').match(/\p{L}[\p{L}'’-]+/gu) ?? []).length >= SENTENCE_WORDS;

/** The names in a message: `amount` -> `argument`, `count` -> `plural` and so on, with the branches of each choice. */
type Shape = Map<string, { kind: string; branches: Set<string> }>;

const SELECT = 1;
const PLURAL = 2;
const KINDS: Record<number, string> = { [SELECT]: 'select', [PLURAL]: 'plural', 3: 'ordinal' };

/** Reads a compiled message: `[name]`, `[name, type, details]`, or for a tag `[name, ...parts]`; zero is the `#`. */
function shapeOf(message: string): Shape {
  const shape: Shape = new Map();
  const note = (name: string, kind: string, branches: string[] = []) => {
    const known = shape.get(name) ?? { kind, branches: new Set() };
    for (const branch of branches) known.branches.add(branch);
    shape.set(name, known);
  };
  const visitAll = (parts: unknown) => {
    if (Array.isArray(parts)) parts.forEach(visit);
  };
  const visit = (part: unknown) => {
    if (!Array.isArray(part)) return;
    const [name, second, third] = part as [string, unknown, unknown];
    if (part.length === 1) return note(name, 'argument');
    if (typeof second !== 'number') {
      note(name, 'tag');
      return visitAll(part.slice(1));
    }
    const kind = KINDS[second];
    if (!kind) return note(name, 'format');
    const branches = third as Record<string, unknown>;
    note(name, kind, Object.keys(branches));
    Object.values(branches).forEach(visitAll);
  };
  visitAll(compile(message));
  return shape;
}

function shapeFaults(code: LanguageCode, english: Shape, shape: Shape): string[] {
  const faults: string[] = [];
  for (const [name, { kind, branches }] of english) {
    const own = shape.get(name);
    if (!own) faults.push(`does not name ${name}`);
    else if (own.kind !== kind) faults.push(`uses ${name} as ${own.kind} instead of ${kind}`);
    else if (kind === 'select') faults.push(...branchFaults(name, [...branches], own.branches));
    else if (kind === 'plural') {
      const forms = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
      faults.push(...branchFaults(name, [...forms, ...[...branches].filter(isExact)], own.branches));
    }
  }
  for (const name of shape.keys()) if (!english.has(name)) faults.push(`names ${name}, which is not given`);
  return faults;
}

const isExact = (branch: string) => branch.startsWith('=');

function branchFaults(name: string, needed: string[], found: ReadonlySet<string>): string[] {
  const missing = needed.filter((branch) => !found.has(branch));
  const extra = [...found].filter((branch) => !needed.includes(branch) && !isExact(branch));
  return [
    ...missing.map((branch) => `${name} lacks the form "${branch}"`),
    ...extra.map((branch) => `${name} has the form "${branch}", which does not exist here`),
  ];
}
