import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import compile from 'icu-minify/compile';
import { expect, test } from 'vitest';
import { appAreas, readCatalogue } from '#web/build/catalogue-files.ts';
import type { Messages } from './compare.ts';

/** One call of a translator with a literal key in the source. */
interface Use {
  file: string;
  key: string;
  /** The names of the given arguments; undefined if the argument is not an object literal. */
  given: string[] | undefined;
}

const messages: Messages = Object.assign({}, ...appAreas().map((area) => readCatalogue('en', area)));
const root = path.resolve(import.meta.dirname, '../..');
const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
const uses = files.flatMap(usesIn);

test('every text that a screen uses exists', () => {
  expect(uses.length).toBeGreaterThan(50);
  expect(uses.filter(({ key }) => messageAt(key) === undefined)).toEqual([]);
});

test('every text gets exactly the arguments that it names', () => {
  const wrong = uses.filter(({ key, given }) => {
    const message = messageAt(key);
    if (message === undefined || given === undefined) return false;
    return [...argumentsOf(message)].sort().join() !== [...given].sort().join();
  });
  expect(wrong).toEqual([]);
});

function messageAt(key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], messages);
  return typeof found === 'string' ? found : undefined;
}

/** Names of `{arguments}` and `<tags>`, including those within the branches of a plural or select. */
function argumentsOf(message: string): Set<string> {
  const names = new Set<string>();
  const visit = (part: unknown) => {
    if (!Array.isArray(part)) return;
    // A node is a list that starts with its name: `[name]`, `[name, type, branches]` or, for a tag, `[name, ...parts]`.
    const [name, second, third] = part;
    names.add(name);
    if (typeof second !== 'number') part.slice(1).forEach(visit);
    else if (typeof third === 'object') Object.values(third).forEach(visitAll);
  };
  const visitAll = (parts: unknown) => Array.isArray(parts) && parts.forEach(visit);
  visitAll(compile(message));
  return names;
}

function usesIn(file: string): Use[] {
  const source = readFileSync(path.join(root, file), 'utf8');
  const declared = [...source.matchAll(/const (\w+) = use(?:T|Translations)\('([\w.]+)'\)/g)].map(
    ({ index, 1: name = '', 2: namespace = '' }) => ({ index, name, namespace }),
  );
  return [...source.matchAll(/\b(\w+)(?:\.rich)?\(\s*'([\w.]+)'\s*(,\s*)?/g)].flatMap((match) => {
    const [whole, name, key, more] = match;
    const translator = declared.findLast((one) => one.name === name && one.index < match.index);
    if (!translator) return [];
    const given = more ? literalKeys(source, match.index + whole.length) : [];
    return [{ file, key: `${translator.namespace}.${key}`, given }];
  });
}

/** The property names of the object literal at this position of the source; undefined if there is none. */
function literalKeys(source: string, at: number): string[] | undefined {
  // A trailing comma of a call without arguments.
  if (source[at] === ')') return [];
  if (source[at] !== '{') return undefined;
  const names: string[] = [];
  let depth = 0;
  let expectsName = false;
  for (let i = at; i < source.length; i += 1) {
    const rest = source.slice(i);
    if (/^[{([]/.test(rest)) {
      depth += 1;
      expectsName = depth === 1;
      continue;
    }
    if (/^[})\]]/.test(rest)) {
      depth -= 1;
      if (depth === 0) return names;
      continue;
    }
    if (depth === 1 && rest[0] === ',') expectsName = true;
    const name = rest.match(/^\w+/)?.[0];
    if (depth === 1 && expectsName && name) {
      names.push(name);
      expectsName = false;
      i += name.length - 1;
    }
  }
  return undefined;
}
