import { sql } from 'kysely';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { createDatabase, createPool } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { fulfilRedemption, proveRedemptions, recoverRedemptions } from '#domain/redemption/index.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { testDatabase } from '#testing/database.ts';
import { idleTasks } from '#testing/idle-tasks.ts';
import { PATIENT, WAIT } from '#testing/patience.ts';
import { endLease, issuerFolder, openRedemption } from '#testing/redemption.ts';
import { startTestServer } from '#testing/server.ts';
import { redemptionTasks } from './redemption.ts';
import { startJobs } from './run.ts';

/** The number of redemptions left by killed processes. */
const LEFT = 80;
const { database, url } = await testDatabase();

test('a new worker takes over what a killed one left, even while the queue still holds its jobs', async () => {
  const [unstarted, halfway] = [await openRedemption(database), await openRedemption(database)];
  const issuer = new SandboxIssuer({ dataDir: await issuerFolder() });
  let commits = 0;
  const killed = fulfilRedemption(
    {
      transact: (work) => {
        if (++commits > 1) throw new Error('killed');
        return transactOn(database)(work);
      },
      providers: [issuer],
      report: () => {},
    },
    halfway.id,
  );
  await expect(killed).rejects.toThrow('killed');
  // Locks the jobs as graphile-worker does for a worker; it would free them only after four hours.
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-killed', attempts = 1`.execute(
    database,
  );
  await endLease(database, halfway.id);
  await sql`update card_redemptions set created_at = now() - interval '1 minute'`.execute(database);

  const worker = await startTestServer({ ROLES: 'worker' }, { databaseUrl: url });
  await vi.waitFor(async () => {
    const rows = await database.selectFrom('cardRedemptions').select(['id', 'status']).execute();
    expect(rows).toEqual(
      expect.arrayContaining([unstarted.id, halfway.id].map((id) => ({ id, status: 'issued' }))),
    );
  }, WAIT);
  await worker.close();
});

test('two processes that sweep constantly while they work meet no deadlock', async () => {
  const left = await Promise.all(Array.from({ length: LEFT }, () => openRedemption(database)));
  const ids = left.map(({ id }) => id);
  // As many killed processes leave them; created at the same moment, they have no order.
  await sql`update card_redemptions set created_at = now() - interval '1 minute' where id = any(${ids})`.execute(
    database,
  );
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = 'killed'`.execute(
    database,
  );
  const before = await deadlocks();
  const complaints: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void complaints.push(line) });
  const issuer = new SandboxIssuer({ dataDir: await issuerFolder() });
  const openCount = async () => {
    const { count } = await database
      .selectFrom('cardRedemptions')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('id', 'in', ids)
      .where('status', '!=', 'issued')
      .executeTakeFirstOrThrow();
    return Number(count);
  };
  await Promise.all(
    ['one', 'other'].map(async () => {
      const pool = createPool(url, () => {}, { ...PATIENT, limitsFrom: 'role' });
      const transact = transactOn(createDatabase(pool));
      const report = (error: unknown) => log.error(error);
      const ports = { transact, providers: [issuer], report, callTimeoutMs: WAIT.timeout };
      const tasks = { ...idleTasks, ...redemptionTasks(ports, async () => {}) };
      const jobs = await startJobs({ pool, log, tasks });
      while ((await openCount()) > 0) await recoverRedemptions(transact);
      await jobs.stop();
      await pool.end();
    }),
  );
  expect(complaints).toEqual([]);
  expect(await deadlocks()).toBe(before);
  expect([await proveLedger(database), await proveRedemptions(database)]).toEqual([[], []]);
});

/** How many deadlocks PostgreSQL has resolved in this database, including the counts of open sessions. */
async function deadlocks(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(database);
  return Number(rows[0]?.deadlocks);
}
