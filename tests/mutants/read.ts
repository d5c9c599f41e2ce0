import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** A small defect that somebody in a hurry could write, and the tests that ought to notice it. */
export interface Mutant {
  /** `<area>/<name>`. */
  id: string;
  /** What the defect would cost, for people. */
  defect: string;
  /** Why no test notices it, where that is known and accepted. */
  left: string | undefined;
  file: string;
  /** Replaced by `put`; any white space matches any other, so that lines may be broken in another way. */
  find: string;
  put: string;
  /** Where `find` begins; it is looked for if left out. */
  at?: number;
  tests: string[];
}

const FOLDER = import.meta.dirname;
const ROOT = path.resolve(FOLDER, '../..');
const MIGRATIONS = 'database/migrations/';
const ENDING = '.mutants';

/**
 * Reads the mutants of all areas, one file each. A mutant begins with `== name`. The lines after it say what the defect
 * would cost; then come `in <file>`, `by <test files>`, the text to find (`- `) and what to put there (`+ `), and
 * `left <reason>` for one that no test notices. Throws for a text of another form.
 */
export function readMutants(): Mutant[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .flatMap((name) => {
      const area = name.slice(0, -ENDING.length);
      const [, ...texts] = readFileSync(path.join(FOLDER, name), 'utf8').split(/^== /m);
      return texts.map((text) => readMutant(area, text));
    });
}

/** One mutant from the text after its `== `. */
export function readMutant(area: string, text: string): Mutant {
  const [name = '', ...lines] = text.trimEnd().split('\n');
  const id = `${area}/${name.trim()}`;
  const after = (mark: string) =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length));
  const file = after('in ')[0];
  const mutant = {
    id,
    defect: lines
      .slice(
        0,
        lines.findIndex((line) => line.startsWith('in ')),
      )
      .join(' '),
    left: after('left ').join(' ') || undefined,
    file: file ?? '',
    find: after('- ').join('\n'),
    put: after('+ ').join('\n'),
    tests: after('by ').flatMap((line) => line.split(' ')),
  };
  if (!file || !mutant.defect || !mutant.find || mutant.tests.length === 0) {
    throw new Error(`${id}: a mutant needs a defect, \`in\`, \`by\` and \`- \``);
  }
  return mutant;
}

/** The text with the mutant in it. Throws unless the place is there exactly once. */
export function mutated(mutant: Mutant, text: string): string {
  const { start, end } = placeOf(mutant, text);
  return text.slice(0, start) + mutant.put + text.slice(end);
}

function placeOf({ file, find, at }: Mutant, text: string): { start: number; end: number } {
  if (at !== undefined) return { start: at, end: at + find.length };
  const words = find
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const places = [...text.matchAll(new RegExp(words.join('\\s+'), 'g'))];
  const [place] = places;
  if (!place || places.length > 1) throw new Error(`${file} has its text ${places.length} times`);
  return { start: place.index, end: place.index + place[0].length };
}

/** Why the mutant cannot be tried: its place, its code or its tests are gone, or a later migration replaces its function. */
export function faultsOf(mutant: Mutant): string[] {
  const { id, file, tests } = mutant;
  const faults = tests.filter((test) => !existsSync(path.join(ROOT, test))).map((test) => `no ${test}`);
  try {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    const { errors } = file.endsWith('.sql') ? { errors: [] } : parseSync(file, mutated(mutant, text));
    faults.push(...errors.map(({ message }) => message));
    if (file.startsWith(MIGRATIONS)) faults.push(...replacedBy(mutant, text));
  } catch (error) {
    faults.push((error as Error).message);
  }
  return faults.map((fault) => `${id}: ${fault}`);
}

/** Later migrations that replace the function of the mutant, so that its defect is gone before a test begins. */
function replacedBy(mutant: Mutant, text: string): string[] {
  const before = text.slice(0, placeOf(mutant, text).end);
  const [, kind, name] = [...before.matchAll(/^create (?:or replace )?(\w+) (\w+)/gm)].at(-1) ?? [];
  if (kind !== 'function') return [];
  const again = `create or replace function ${name}(`;
  return readdirSync(path.join(ROOT, MIGRATIONS))
    .filter((other) => MIGRATIONS + other > mutant.file)
    .filter((other) => readFileSync(path.join(ROOT, MIGRATIONS, other), 'utf8').includes(again))
    .map((other) => `${other} replaces ${name}`);
}
