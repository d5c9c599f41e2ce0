import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FAULT_TEXTS } from '#contract/faults.ts';
import { payoutProviders } from '#providers/payouts/index.ts';

/** The import rules of docs/architecture.md, executable; those within web/ are in web/structure.test.ts. */

const root = import.meta.dirname;
const FOLDERS = [
  'clients',
  'contract',
  'web',
  'server',
  'providers',
  'database',
  'tests',
  'testing',
  'e2e',
  'bench',
  'scripts',
  'docs',
];
const ALIASES: Record<string, string> = {
  '#clients/': 'clients/',
  '#contract/': 'contract/',
  '#database/': 'database/',
  '#domain/': 'server/domain/',
  '#providers/': 'providers/',
  '#scripts/': 'scripts/',
  '#server/': 'server/',
  '#testing/': 'testing/',
  '#ui/': 'web/ui/',
  '#web/': 'web/',
};
/** Lower modules first: a module may import those of a lower rank only. */
const MODULE_RANK: Record<string, number> = {
  ledger: 0,
  notices: 1,
  trust: 2,
  members: 3,
  earning: 4,
  redemption: 4,
  statement: 5,
  privacy: 5,
  administration: 5,
};

const PAYOUT_REGISTRY = 'providers/payouts/index.ts';

interface Import {
  from: string;
  /** A path of the project, or the name of a package. */
  to: string;
  ours: boolean;
}

const files = FOLDERS.flatMap(sourcesOf);
const imports = files.flatMap(importsOf);
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const production = imports.filter((entry) => !isTest(entry.from));
const inFolder =
  (...folders: string[]) =>
  (file: string) =>
    folders.some((folder) => file.startsWith(`${folder}/`));
/** Used by every module and owned by none. */
const moduleOf = (file: string) => /^server\/domain\/(?!common\/)([^/]+)\//.exec(file)?.[1];
const list = (entries: Import[]) => entries.map(({ from, to }) => `${from} -> ${to}`);

test('the scan sees the project', () => {
  expect(files.length).toBeGreaterThan(50);
  expect(
    imports.some(({ from, to }) => from === 'server/compose/compose.ts' && to === 'database/client.ts'),
  ).toBe(true);
});

test('web imports nothing of the server, not even a type', () => {
  const wrong = imports.filter(
    ({ from, to }) => inFolder('web')(from) && inFolder('server', 'providers', 'database')(to),
  );
  expect(list(wrong)).toEqual([]);
});

test('the client can be copied: it imports nothing but itself', () => {
  const wrong = production.filter(({ from, to }) => inFolder('clients')(from) && !inFolder('clients')(to));
  expect(list(wrong)).toEqual([]);
});

test('contract imports zod and itself only', () => {
  const wrong = production.filter(({ from, to, ours }) => {
    if (!inFolder('contract')(from)) return false;
    return ours ? !inFolder('contract')(to) : to !== 'zod' && to !== 'zod/mini';
  });
  expect(list(wrong)).toEqual([]);
});

test('the domain knows no web framework, no transport, no provider and no environment', () => {
  const wrong = production.filter(({ from, to }) => {
    if (!inFolder('server/domain')(from)) return false;
    if (inFolder('web', 'providers')(to) || to.startsWith('hono') || to.startsWith('@hono/')) return true;
    return inFolder('server')(to) && !inFolder('server/domain')(to);
  });
  expect(list(wrong)).toEqual([]);
});

test('only server/config/config.ts reads the environment', () => {
  const readers = files.filter(
    (file) =>
      inFolder('server', 'providers', 'database', 'contract')(file) &&
      !isTest(file) &&
      read(file).includes('process.env'),
  );
  expect(readers).toEqual(['server/config/config.ts']);
});

test('domain modules import each other downwards and by the front door', () => {
  const wrong = production.filter(({ from, to }) => {
    const [importer, imported] = [moduleOf(from), moduleOf(to)];
    if (!importer || !imported || importer === imported) return false;
    const downwards = (MODULE_RANK[imported] ?? 9) < (MODULE_RANK[importer] ?? -1);
    return !downwards || to !== `server/domain/${imported}/index.ts`;
  });
  expect(list(wrong)).toEqual([]);
});

test('parts outside of the domain import its front doors', () => {
  const wrong = production.filter(
    ({ from, to }) => !inFolder('server/domain')(from) && moduleOf(to) && !to.endsWith('/index.ts'),
  );
  expect(list(wrong)).toEqual([]);
});

test('routes and jobs hold no SQL', () => {
  const wrong = files
    .filter((file) => inFolder('server/http', 'server/jobs')(file) && !isTest(file))
    .filter((file) => {
      const text = read(file);
      return /\bsql`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text);
    });
  expect(wrong).toEqual([]);
});

test('the domain lifts the limit of statements together with that of their connection', () => {
  const wrong = files.filter(
    (file) => inFolder('server/domain')(file) && !isTest(file) && read(file).includes('statement_timeout'),
  );
  expect(wrong).toEqual([]);
});

test('providers import neither each other, but for what they have in common, nor the database, nor http', () => {
  const wrong = production.filter(({ from, to }) => {
    if (!inFolder('providers')(from)) return false;
    const listed = from === PAYOUT_REGISTRY && /^providers\/payouts\/[^/]+\/index\.ts$/.test(to);
    const described = inFolder('providers/payouts')(from) && to === 'providers/payouts/description.ts';
    const sibling =
      inFolder('providers')(to) &&
      !inFolder('providers/common')(to) &&
      path.dirname(from) !== path.dirname(to);
    return (
      (sibling && !listed && !described) || inFolder('database', 'server/http', 'server/jobs', 'web')(to)
    );
  });
  expect(list(wrong)).toEqual([]);
});

test('only server/compose/services.ts and server/compose/adapters.ts import providers, and settings the list of payouts', () => {
  const wrong = production.filter(
    ({ from, to }) =>
      inFolder('providers')(to) &&
      !inFolder('providers', 'testing')(from) &&
      !['server/compose/services.ts', 'server/compose/adapters.ts'].includes(from) &&
      !(from === 'server/config/payouts.ts' && to === PAYOUT_REGISTRY),
  );
  expect(list(wrong)).toEqual([]);
});

test('outside of its folder no vendor of payouts is named', () => {
  const vendors = payoutProviders
    .filter(({ variables }) => Object.keys(variables).length > 0)
    .map(({ id }) => id);
  expect(vendors.length).toBeGreaterThan(1);
  const named = new RegExp(vendors.join('|'), 'i');
  /** Columns that the specification names, of any provider that keeps a name of the member or makes a card with a frame. */
  const specified = /stripe_?(?:customer|card)_?id/gi;
  /** An example in the documentation of the API. */
  const allowed = ['server/http/docs/receivers.ts'];
  const looked = files.filter((file) => inFolder('server', 'contract', 'database')(file) && !isTest(file));
  const wrong = [...looked, 'database/schema.sql'].filter(
    (file) => !allowed.includes(file) && named.test(read(file).replace(specified, '')),
  );
  expect(wrong).toEqual([]);
});

test('production code imports no test code', () => {
  const wrong = production.filter(
    ({ from, to }) => inFolder('testing', 'e2e', 'bench')(to) && !inFolder('testing', 'e2e', 'bench')(from),
  );
  expect(list(wrong)).toEqual([]);
});

test('no files import each other in a cycle, not even for types', () => {
  expect(circles()).toEqual([]);
});

test('a file is imported from its own folder downwards or by an alias', () => {
  const upwards = files.flatMap((file) =>
    [
      ...read(file).matchAll(
        /(?:from|import)\s*\(?\s*'((?:\.\.\/)+(?!node_modules|package\.json)[^.'][^']*)'/g,
      ),
    ].map(([, to]) => `${file} -> ${to}`),
  );
  expect(upwards).toEqual([]);
});

test('only contract/faults.ts spells what can be wrong with a field', () => {
  const beginnings = Object.values(FAULT_TEXTS).map((text) => text.split(' {')[0]);
  const spelling = files.filter((file) => {
    if (!inFolder('contract', 'server', 'web')(file) || isTest(file)) return false;
    return beginnings.some((text) => ["'", '"', '`'].some((quote) => read(file).includes(`${quote}${text}`)));
  });
  expect(spelling).toEqual(['contract/faults.ts']);
});

test('production code lists the fields of an object one by one, and spreads no object that stands there', () => {
  const inProduction = inFolder('contract', 'database', 'providers', 'scripts', 'server', 'web');
  const spreading = files.filter(
    (file) => inProduction(file) && !isTest(file) && /^\s*\.\.\.\{/m.test(read(file)),
  );
  expect(spreading).toEqual([]);
});

test('server code has no JSX and no enum', () => {
  const server = files.filter(inFolder('server', 'providers', 'database', 'contract'));
  expect(
    server.filter((file) => file.endsWith('.tsx') || /^\s*(export )?(const )?enum /m.test(read(file))),
  ).toEqual([]);
});

function sourcesOf(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** Groups of files that reach each other by imports (Tarjan's strongly connected components). */
function circles(): string[][] {
  const targets = Map.groupBy(
    imports.filter(({ ours }) => ours),
    ({ from }) => from,
  );
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string) => {
    order.set(file, order.size);
    lowest.set(file, order.size - 1);
    open.push(file);
    for (const { to } of targets.get(file) ?? []) {
      if (!order.has(to)) visit(to);
      if (open.includes(to)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(to) ?? 0));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = open.splice(open.indexOf(file));
    if (group.length > 1) found.push(group.sort());
  };
  for (const file of files) if (!order.has(file)) visit(file);
  return found;
}

function importsOf(from: string): Import[] {
  const found = [...read(from).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)];
  return found.map(([, specifier = '']) => {
    const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix));
    if (alias) return { from, to: ALIASES[alias] + specifier.slice(alias.length), ours: true };
    if (!specifier.startsWith('.')) return { from, to: specifier, ours: false };
    return { from, to: path.posix.join(path.posix.dirname(from), specifier), ours: true };
  });
}

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}
