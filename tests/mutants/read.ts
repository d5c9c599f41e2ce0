import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

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
export function mutated({ id, file, find, put, at }: Mutant, text: string): string {
  if (at !== undefined) return text.slice(0, at) + put + text.slice(at + find.length);
  const words = find
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const places = [...text.matchAll(new RegExp(words.join('\\s+'), 'g'))];
  const [place] = places;
  if (!place || places.length > 1) throw new Error(`${id}: ${file} has its text ${places.length} times`);
  return text.slice(0, place.index) + put + text.slice(place.index + place[0].length);
}
