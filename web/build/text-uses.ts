import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One call of a translator with a literal key in the source of the browser's code. */
export interface TextUse {
  /** Below web/. */
  file: string;
  /** Dotted path in the catalogues of the app, without the area. */
  key: string;
  /** The names of the given arguments; undefined if the argument is not an object literal. */
  given: string[] | undefined;
}

const root = path.resolve(import.meta.dirname, '..');

/** Every such call. */
export const textUses = (): TextUse[] => sources().flatMap(usesIn);

/** What in one file may name a text or its namespace: the literals, and the templates as patterns. */
export interface Naming {
  literals: Set<string>;
  templates: RegExp[];
}

/** That of every file. */
export const namings = (): Naming[] =>
  sources().map(({ source }) => ({
    literals: new Set([...source.matchAll(/'([\w.]+)'/g)].map(([, literal = '']) => literal)),
    templates: [...source.matchAll(/`((?:[\w.]|\$\{[^}]*\})+)`/g)]
      .map(([, template = '']) => template.split(/\$\{[^}]*\}/))
      // One of variables alone would match everything.
      .filter((parts) => parts.length > 1 && /\w/.test(parts.join('')))
      .map((parts) => new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('[\\w.]+')}$`)),
  }));

const sources = () =>
  globSync('**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }));

function usesIn({ file, source }: { file: string; source: string }): TextUse[] {
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
