import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createDatabase } from '#database/client.ts';
import { testDatabase } from '#testing/database.ts';
import { runAudit } from './ops-audit.ts';

const { database, url } = await testDatabase();
const LIMIT_MS = 200;
const limited = createDatabase(new pg.Pool({ connectionString: url, statement_timeout: LIMIT_MS }));
afterAll(() => limited.destroy());

test('the proof takes as long as it takes, beyond the limit of a statement', async () => {
  const holding = await database.startTransaction().execute();
  await sql`lock table webhook_transactions in access exclusive mode`.execute(holding);
  const proof = runAudit(limited, { wallCostPercentMax: 100 });
  const waits = sql<{ waits: boolean }>`
    select exists (select from pg_locks where not granted and relation = 'webhook_transactions'::regclass) as waits`;
  await expect.poll(async () => (await waits.execute(database)).rows[0]?.waits).toBe(true);
  await sql`select pg_sleep(${(LIMIT_MS * 2) / 1_000})`.execute(holding);
  await holding.commit().execute();
  expect(await proof).toBe(0);
});
