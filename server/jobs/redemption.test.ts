import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { fulfilRedemption } from '#domain/redemption/index.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox.ts';
import { testDatabase } from '#testing/database.ts';
import { endLease, issuerFolder, openRedemption } from '#testing/redemption.ts';
import { startTestServer } from '#testing/server.ts';

const { database, url } = await testDatabase();

test('a worker that starts takes over what a killed one left, though the queue still holds its jobs', async () => {
  const [unstarted, halfway] = [await openRedemption(database), await openRedemption(database)];
  const issuer = new SandboxIssuer({ dataDir: await issuerFolder() });
  let commits = 0;
  const killed = fulfilRedemption(
    {
      transact: (work) => {
        if (++commits > 1) throw new Error('killed');
        return database.transaction().execute(work);
      },
      providers: [issuer],
      report: () => {},
    },
    halfway.id,
  );
  await expect(killed).rejects.toThrow('killed');
  // What graphile-worker writes when it hands a job to a worker; it would free such a job after four hours.
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-killed', attempts = 1`.execute(
    database,
  );
  await endLease(database, halfway.id);
  await sql`update card_redemptions set created_at = now() - interval '1 minute'`.execute(database);

  const worker = await startTestServer({ ROLES: 'worker' }, { databaseUrl: url });
  await vi.waitFor(
    async () => {
      const rows = await database.selectFrom('cardRedemptions').select(['id', 'status']).execute();
      expect(rows).toEqual(
        expect.arrayContaining([unstarted.id, halfway.id].map((id) => ({ id, status: 'issued' }))),
      );
    },
    { timeout: 10_000 },
  );
  await worker.close();
});
