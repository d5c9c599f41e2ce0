import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { faultsOf, LARGE_TABLES } from '#testing/migration-rules.ts';
import { readMigrations } from './migrations.ts';

const [baseline, ...later] = readMigrations();
const landed = readFileSync(path.join(import.meta.dirname, 'migrations/checksums'), 'utf8');

test('a migration that has landed is never changed, removed or renamed', () => {
  expect(landed).toBe(
    readMigrations()
      .map(({ name, checksum }) => `${checksum}  ${name}.sql\n`)
      .join(''),
  );
});

test('the first migration is the schema of release 0.1.0', () => {
  expect(baseline?.name).toBe('0001_baseline');
});

test('migrations are numbered without gaps', () => {
  const numbers = [baseline, ...later].map((migration) => migration?.name.slice(0, 5));
  expect(numbers).toEqual(numbers.map((_, index) => `${String(index + 1).padStart(4, '0')}_`));
});

test('the tables that the rules call large exist', () => {
  const schema = readFileSync(path.join(import.meta.dirname, 'schema.sql'), 'utf8');
  expect(LARGE_TABLES.filter((table) => !schema.includes(`create table ${table} (`))).toEqual([]);
});

test('migrations run beside the version before: they lock no large table for long and take nothing away', () => {
  const faults = later.flatMap(({ name, sql }) => faultsOf(sql).map((fault) => `${name}.sql:${fault}`));
  expect(faults).toEqual([]);
});

test.each([
  ['alter table users add column size integer not null;', 'adding-required-field'],
  ['alter table users add column code uuid default gen_random_uuid();', 'adding-field-with-default'],
  ['alter table users alter column name set not null;', 'adding-not-nullable-field'],
  ['alter table tasks alter column points_earned type bigint;', 'changing-column-type'],
  ['alter table users add check (points < 9);', 'constraint-missing-not-valid'],
  [
    'alter table users add constraint a check (points < 9) not valid; alter table users validate constraint a;',
    'constraint-missing-not-valid',
  ],
  ['alter table tasks add foreign key (wall) references walls;', 'adding-foreign-key-constraint'],
  ['alter table users add unique (name);', 'disallowed-unique-constraint'],
  ['create index a on users (name);', 'require-concurrent-index-creation'],
  ['drop index users_listed_name;', 'require-concurrent-index-deletion'],
  [
    'alter table users add column n text; create index concurrently a on users (n);',
    'ban-concurrent-index-creation-in-transaction',
  ],
  ['alter table users rename column name to called;', 'renaming-column'],
  ['alter table users rename to members;', 'renaming-table'],
  ['alter table users drop column name;', 'ban-drop-column'],
  ['drop table tasks;', 'ban-drop-table'],
  ['update users set name = lower(name);', 'rows-of-large-table'],
  ['-- Of old.\ndelete\nfrom sessions;', 'rows-of-large-table'],
  ['insert into copies select id from tasks;', 'rows-of-large-table'],
  ['lock table users;', 'table-lock'],
  ['vacuum full users;', 'table-lock'],
  ['truncate notices;', 'table-lock'],
])('%s is a fault', (sql, rule) => {
  expect(faultsOf(sql).join('\n')).toContain(rule);
});

test.each([
  'alter table users add column size integer not null default 0;\nalter table users add column note text;',
  'create table fresh (id uuid primary key, user_id uuid not null references users);\ncreate index fresh_user_id on fresh (user_id);',
  'drop index concurrently if exists a;\ncreate index concurrently a on users (name);',
  'alter table users add constraint a check (points < 9) not valid;',
  'alter table users validate constraint a;',
  'create or replace function f() returns void language plpgsql as $$\nbegin\n  update users set points = 0;\nend $$;',
  '-- Nothing has read it since 0.2.0.\n-- squawk-ignore ban-drop-column\nalter table users drop column name;',
])('%s is none', (sql) => {
  expect(faultsOf(sql)).toEqual([]);
});
