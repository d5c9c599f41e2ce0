import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { migrate } from '#database/migrate.ts';
import { type Transact, transactOn } from '#database/transaction.ts';
import { afterwards } from './afterwards.ts';
import { PATIENT, WAIT } from './patience.ts';

export interface TestDatabase {
  url: string;
  database: Database;
  transact: Transact;
}

/**
 * A fresh database for one test file, cloned from the migrated template and dropped after the file. On a slow machine many
 * calls at once wait long for each other, so this pool waits longer than one of the product, which `url` is for.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { pathname } = new URL(inject('templateUrl'));
  return open(await createFrom(pathname.slice(1)));
}

/** One whose texts are in the order of a language, as those of most sites; here they are in the order of bytes otherwise. */
export async function languageDatabase(): Promise<TestDatabase> {
  const made = await createFrom('template0', `locale_provider icu icu_locale 'en'`);
  await migrate(made.url);
  return open(made);
}

function open({ url, drop }: Created): TestDatabase {
  const patient = new URL(url);
  const limit = String(WAIT.timeout);
  const limits = { lock_timeout: limit, statement_timeout: limit, idle_in_transaction_session_timeout: '0' };
  patient.search = String(new URLSearchParams(limits));
  const database = createDatabase(createPool(patient.href, () => {}, PATIENT));
  afterwards(async () => {
    await database.destroy();
    await drop();
  });
  return { url, database, transact: transactOn(database) };
}

/**
 * The connection string of a database for calls that wait for each other's locks, which takes long on a slow machine. Limits
 * that it names already stay.
 */
export function patiently(url: string): string {
  const patient = new URL(url);
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    if (!patient.searchParams.has(limit)) patient.searchParams.set(limit, String(WAIT.timeout));
  return patient.href;
}

/** The connection string of a fresh database without any table, dropped after the file. */
export async function emptyDatabase(): Promise<string> {
  const { url, drop } = await createFrom('template0');
  afterwards(drop);
  return url;
}

interface Created {
  url: string;
  drop: () => Promise<void>;
}

async function createFrom(template: string, options = ''): Promise<Created> {
  const maintenance = new URL(inject('templateUrl'));
  maintenance.pathname = '/postgres';
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copied as files, it takes a tenth of the time of a copy that goes through the log.
  await run(maintenance.href, `create database ${name} template ${template} strategy file_copy ${options}`);
  const url = new URL(maintenance);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(maintenance.href, `drop database ${name} with (force)`) };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Two files may clone the template at the same moment; PostgreSQL lets only one of them read it.
    await client.query('select pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}
