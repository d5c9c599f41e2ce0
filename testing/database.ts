import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { type Transact, transactOn } from '#database/transaction.ts';

export interface TestDatabase {
  url: string;
  database: Database;
  transact: Transact;
}

/** A fresh database for one test file, cloned from the migrated template and dropped after the file. */
export async function testDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'));
  const maintenance = new URL(template);
  maintenance.pathname = '/postgres';
  const name = `test_${randomBytes(6).toString('hex')}`;
  await run(maintenance.href, `create database ${name} template ${template.pathname.slice(1)}`);
  const url = new URL(template);
  url.pathname = `/${name}`;

  const database = createDatabase(createPool(url.href, () => {}));
  afterAll(async () => {
    await database.destroy();
    await run(maintenance.href, `drop database ${name} with (force)`);
  });
  return { url: url.href, database, transact: transactOn(database) };
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
