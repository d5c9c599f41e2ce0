import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { LEFT } from './left.ts';
import type { Mutant } from './read.ts';

/** Code that reads no database, with the tests that run without one: an operator is exchanged at each of its places. */
const PURE: Record<string, string[]> = {
  'server/domain/earning/wall-format/': [
    'addresses.ts addresses',
    'amount.ts amount read-postback',
    'conditions.ts conditions',
    'digest.ts digest',
    'proof.ts proof known-answers',
    'read-postback.ts read-postback known-answers',
    'request.ts request read-postback',
    'template.ts template embed known-answers proof',
    'verify.ts read-postback known-answers',
  ],
  'server/domain/earning/missions/': ['clock.ts clock'],
  'server/domain/earning/monitoring/': ['judge-day.ts judge-day'],
  'server/domain/redemption/payout/': ['waiting.ts waiting'],
  'server/domain/redemption/request/': ['eligibility.ts eligibility', 'region.ts eligibility'],
  'server/domain/trust/risk-rules/': ['rules.ts rules'],
  'server/domain/trust/limits/': ['network.ts network'],
};

/** Formatted code has blanks around the operators of values, and none around those of types. */
const EXCHANGES: readonly (readonly [string, string])[] = [
  [' < ', ' <= '],
  [' <= ', ' < '],
  [' > ', ' >= '],
  [' >= ', ' > '],
  [' === ', ' !== '],
  [' !== ', ' === '],
  [' && ', ' || '],
  [' || ', ' && '],
  [' ?? ', ' && '],
  [' + ', ' - '],
  [' - ', ' + '],
  [' * ', ' / '],
  [' / ', ' * '],
  ['.some(', '.every('],
  ['.every(', '.some('],
  ['Math.max(', 'Math.min('],
  ['Math.min(', 'Math.max('],
  ['Math.floor(', 'Math.ceil('],
  ['Math.ceil(', 'Math.floor('],
  ['(!', '('],
];
const NO_CODE = /^\s*(\*|\/\*|\/\/|import |export type |type )/;
const ROOT = path.resolve(import.meta.dirname, '../..');

/** The mutants of the pure code, one for each operator; their ids stay the same while their line and its place stay. */
export function operatorMutants(): Mutant[] {
  return Object.entries(PURE).flatMap(([folder, entries]) =>
    entries.flatMap((entry) => {
      const [name = '', ...tests] = entry.split(' ');
      return mutantsOf(
        folder + name,
        tests.map((test) => `${folder}${test}.test.ts`),
      );
    }),
  );
}

function mutantsOf(file: string, tests: string[]): Mutant[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const mutants: Mutant[] = [];
  let start = 0;
  for (const [index, line] of text.split('\n').entries()) {
    for (const [find, put] of NO_CODE.test(line) ? [] : EXCHANGES) {
      for (let at = line.indexOf(find); at >= 0; at = line.indexOf(find, at + 1)) {
        // Two of these in a row cannot be mixed with other operators.
        if (isQuoted(line, at) || (find === ' ?? ' && line.split(find).length > 2)) continue;
        const name = createHash('sha256').update(`${index} ${line} ${at}`).digest('hex').slice(0, 8);
        const id = `pure/${path.basename(file, '.ts')}/${name}`;
        const defect = `line ${index + 1}: ${find.trim()} is ${put.trim()} in ${line.trim()}`;
        mutants.push({
          id,
          defect,
          left: reasonOf(file, line, find),
          file,
          find,
          put,
          tests,
          at: start + at,
        });
      }
    }
    start += line.length + 1;
  }
  return mutants;
}

/** Why an exchange at this line may survive; undefined if it may not. */
const reasonOf = (file: string, line: string, find: string): string | undefined =>
  LEFT[file]?.find(([text, operator]) => text === line.trim() && operator === find.trim())?.[2];

/** The reasons that are of no operator: their line has changed since. */
export function goneReasons(mutants: readonly Mutant[]): string[] {
  const used = new Set(mutants.map(({ file, left }) => `${file} ${left}`));
  return Object.entries(LEFT).flatMap(([file, reasons]) =>
    reasons
      .filter(([, , reason]) => !used.has(`${file} ${reason}`))
      .map(([line, operator]) => `${file}: no ${operator} in ${line}`),
  );
}

/** Whether the place is inside of a text or a regular expression, as far as one line tells. */
const isQuoted = (line: string, at: number): boolean =>
  ["'", '"', '`'].some((quote) => line.slice(0, at).split(quote).length % 2 === 0) ||
  /[=(] ?\/[^/]*$/.test(line.slice(0, at));
