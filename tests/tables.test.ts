import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ACCOUNT_COLUMNS, NAMED_BY_DATA, OWNED, READ, SECRET_COLUMNS } from './tables.ts';

/** A table belongs to one module: the map is tables.ts, and this reads the statements of `server/domain/`. */

const root = path.resolve(import.meta.dirname, '..');
const schema = readFileSync(path.join(root, 'database/schema.sql'), 'utf8');
const tables = [...schema.matchAll(/^create table (\w+)/gm)].map(([, name = '']) => name);
const accountColumns = columnsOf('users');
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const tableOf = new Map(tables.flatMap((name) => [[name, name] as const, [camel(name), name] as const]));
const ownerOf = new Map(
  Object.entries(OWNED).flatMap(([module, owned]) => owned.map((name) => [name, module])),
);

interface Use {
  file: string;
  module: string;
  table: string;
  writes: boolean;
  /** Of a writing statement: from the name of the table to its condition. */
  set: string;
}

const files = readdirSync(path.join(root, 'server/domain'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file.includes('/'))
  .map((file) => ({ file, module: file.split('/')[0] ?? '', text: readDomain(file) }));
const uses = files.flatMap((file) => [...usesInCalls(file), ...usesInSql(file)]);
const foreign = uses.filter(({ module, table }) => module !== ownerOf.get(table) && module !== 'common');

test('the scan sees statements of both kinds, and what they do', () => {
  const seen = (file: string, table: string, writes: boolean) =>
    uses.some((use) => use.file === file && use.table === table && use.writes === writes);
  expect(seen('ledger/read.ts', 'ledger_transfers', false)).toBe(true);
  expect(seen('ledger/roll-up.ts', 'ledger_slots', true)).toBe(true);
  expect(seen('earning/intake/settle.ts', 'webhook_transactions', true)).toBe(true);
  expect(seen('earning/claims/decide-claim.ts', 'reward_claims', true)).toBe(true);
  expect(seen('redemption/payout/lease.ts', 'billing_addresses', false)).toBe(true);
  const begun = files.flatMap(({ text }) => [...text.matchAll(/(?<!typeof )\bsql[<`]/g)]);
  expect(files.flatMap(({ text }) => templates(text))).toHaveLength(begun.length);
});

test('every table has one module', () => {
  const owned = Object.values(OWNED).flat();
  expect(owned.toSorted()).toEqual(tables.toSorted());
});

test('a module reads its own tables, and those of others that the map names', () => {
  const allowed = new Set(
    READ.flatMap(({ module, tables: read }) => read.map((table) => `${module} ${table}`)),
  );
  const wrong = foreign.filter(
    ({ module, table, writes }) => !writes && table !== 'users' && !allowed.has(`${module} ${table}`),
  );
  expect(list(wrong)).toEqual([]);
});

test('the map names no reading that there is not', () => {
  const read = new Set(foreign.map(({ module, table }) => `${module} ${table}`));
  const named = READ.flatMap(({ module, tables: all }) => all.map((table) => `${module} ${table}`));
  expect(named.filter((entry) => !read.has(entry))).toEqual([]);
});

test('a module writes its own tables only, and of the account the columns that are its own', () => {
  const wrong = foreign.filter(({ module, table, writes, set }) => {
    if (!writes) return false;
    const own = ACCOUNT_COLUMNS[module] ?? [];
    const written = accountColumns.filter((column) => names(set, column));
    return table !== 'users' || written.length === 0 || written.some((column) => !own.includes(column));
  });
  expect(list(wrong)).toEqual([]);
});

test('what is secret of an account is named in its own module alone', () => {
  const others = files.filter(({ module }) => module !== 'members');
  const wrong = others.flatMap(({ file, text }) => {
    const statements = [
      ...templates(text),
      ...[...text.matchAll(/'(?:\w+\.)?(\w+)'/g)].map(([, name = '']) => name),
    ];
    return SECRET_COLUMNS.filter((column) => statements.some((part) => names(part, column))).map(
      (column) => `${file}: ${column}`,
    );
  });
  expect(wrong).toEqual([]);
});

test('a table is named where it is used, but for the files that the map lists', () => {
  const byData =
    /\bsql\.(?:table|raw|id)\(|\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(\s*(?!['[(])[^\s)]/;
  const found = files.filter(({ text }) => byData.test(text)).map(({ file }) => file);
  expect(found.toSorted()).toEqual(Object.keys(NAMED_BY_DATA).toSorted());
});

interface Source {
  file: string;
  module: string;
  text: string;
}

/** Calls of the query builder, and of the functions of `common` that take the name of their caller's table. */
function usesInCalls({ file, module, text }: Source): Use[] {
  const calls =
    /\b(selectFrom|insertInto|updateTable|deleteFrom|mergeInto|\w*[jJ]oin\w*|using|from|lock\w+|\w*[oO]wner\w*)\(\s*(?:tx, *)?(\[[^\]]*\]|'[^']*')/g;
  return [...text.matchAll(calls)].flatMap(({ index, 1: call = '', 2: named = '' }) => {
    const writes = /^(insert|update|delete|merge|set)/.test(call);
    const set = writes ? until(text.slice(index), /\.(where|onConflict|returning|execute)\b/) : '';
    return [...named.matchAll(/'(\w+)(?: as \w+)?'/g)].flatMap(([, name = '']) => {
      const table = tableOf.get(name);
      return table ? [{ file, module, table, writes, set }] : [];
    });
  });
}

/** Names of tables in SQL, wherever they stand: names of columns and of parts of a statement must be others. */
function usesInSql({ file, module, text }: Source): Use[] {
  return templates(text).flatMap((sql) =>
    [...sql.matchAll(/(\bas\s+|[.\w]*)\b([a-z_]+)\b(?!\.)/g)].flatMap(
      ({ index, 1: before = '', 2: name = '' }) => {
        const table = before === '' && tables.includes(name) ? name : undefined;
        if (!table) return [];
        const writes =
          /\b(into|update|delete\s+from)\s+$/.test(sql.slice(0, index)) &&
          !/\bfor( no key)? update\s+$/.test(sql.slice(0, index));
        return [{ file, module, table, writes, set: writes ? until(sql.slice(index), /\bwhere\b/) : '' }];
      },
    ),
  );
}

/** The texts of `sql` templates, those within others apart; strings and comments are left out. */
function templates(text: string): string[] {
  const found: string[] = [];
  for (const { index, 0: begin } of text.matchAll(/(?<!typeof )\bsql(?:<[^`]*?>)?`/g)) {
    found.push(bodyOf(text, index + begin.length).replace(/'[^']*'|--.*/g, ''));
  }
  return found;
}

/** From behind the first back-tick to the last; an interpolation is left out. */
function bodyOf(text: string, from: number): string {
  let body = '';
  for (let at = from; text[at] !== '`'; at += 1) {
    if (text.startsWith('${', at)) at = endOf(text, at + 2);
    else body += text[at];
  }
  return body;
}

/** The brace that ends an interpolation; other templates within it may have their own. */
function endOf(text: string, from: number): number {
  let at = from;
  for (let depth = 1; ; at += 1) {
    if (text[at] === '`') at += 1 + lengthOf(text, at + 1);
    else if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
}

/** How many characters a template has up to its last back-tick. */
function lengthOf(text: string, from: number): number {
  let at = from;
  for (; text[at] !== '`'; at += 1) if (text.startsWith('${', at)) at = endOf(text, at + 2);
  return at - from;
}

function columnsOf(table: string): string[] {
  const body = schema.split(`create table ${table} (\n`)[1]?.split('\n);')[0] ?? '';
  return [...body.matchAll(/^ {2}(?!constraint)(\w+) /gm)].map(([, name = '']) => name);
}

function readDomain(file: string): string {
  return readFileSync(path.join(root, 'server/domain', file), 'utf8');
}

function until(text: string, end: RegExp): string {
  return text.slice(0, text.search(end));
}

/** Whether the text has the column's name, in the database's form or in the code's. */
function names(text: string, column: string): boolean {
  return new RegExp(`(?<!\\w)(${column}|${camel(column)})\\b`).test(text);
}

function list(wrong: readonly Use[]): string[] {
  return wrong.map(({ file, table, writes }) => `${file} ${writes ? 'writes' : 'reads'} ${table}`);
}
