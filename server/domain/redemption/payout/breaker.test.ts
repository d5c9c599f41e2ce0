import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createBreaker, fulfilRedemption } from '#domain/redemption/index.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { TremendousPayouts } from '#providers/payouts/tremendous/tremendous.ts';
import { testDatabase } from '#testing/database.ts';
import { WAIT } from '#testing/patience.ts';
import { startTremendous } from '#testing/payouts/tremendous.ts';
import { endLease, issuerFolder, openRedemption } from '#testing/redemption.ts';

test('a provider that refuses our key is left alone for a minute after one alarm, and no point is lost', async () => {
  const { database, transact } = await testDatabase();
  const vendor = await startTremendous();
  let now = 0;
  const alarms: string[] = [];
  const breaker = createBreaker(
    (provider) => alarms.push(provider),
    () => now,
  );
  const run = async (id: string, apiKey: string) => {
    await endLease(database, id);
    const providers = [new TremendousPayouts({ ...vendor.settings, apiKey })];
    await fulfilRedemption({ transact, providers, report: () => {}, breaker }, id);
  };
  const redemptions = [];
  for (let n = 0; n < 3; n++) redemptions.push(await openRedemption(database, { provider: 'tremendous' }));
  for (const { id } of redemptions) await run(id, 'revoked');
  expect(alarms).toEqual(['tremendous']);
  expect(vendor.calls).toHaveLength(1);

  now = 60_000;
  for (const { id } of redemptions) await run(id, vendor.settings.apiKey);
  const states = await database.selectFrom('cardRedemptions').select('status').execute();
  expect(states).toEqual(redemptions.map(() => ({ status: 'issued' })));
  await vendor.close();
});

test('a silent provider is left alone for a minute, then tried by one call; nothing is lost and no promise is longer', async () => {
  const { database, transact } = await testDatabase();
  let now = 0;
  const breaker = createBreaker(
    () => {},
    () => now,
  );
  const dataDir = await issuerFolder();
  let asked = 0;
  const never = () => {
    asked += 1;
    return new Promise<never>(() => {});
  };
  // What the member has not given is asked of no provider.
  const { id: lacking } = await openRedemption(database);
  const prepare = async ({ redemptionId }: { redemptionId: string }) =>
    redemptionId === lacking ? ({ t: 'accepted', why: 'needs_info' } as const) : never();
  const silent = Object.assign(new SandboxIssuer({ dataDir }), { prepare, lookup: never });
  const ports = { transact, report: () => {}, breaker };
  const ask = (id: string, callTimeoutMs = 300) =>
    fulfilRedemption({ ...ports, providers: [silent], callTimeoutMs }, id);
  const read = (id: string) =>
    database.selectFrom('cardRedemptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const ids: string[] = [];
  for (let n = 0; n < 6; n++) ids.push((await openRedemption(database)).id);
  const promised = (await Promise.all(ids.map(read))).map(({ promisedBy }) => promisedBy);
  for (const id of ids.toSpliced(2, 0, lacking)) await ask(id, id === lacking ? WAIT.timeout : 300);
  // A call may begin after its time, as a transaction comes first.
  await expect.poll(() => asked).toBe(4);
  for (const id of ids.slice(4)) {
    const left = { status: 'processing', reason: null, resting: true, unansweredSince: null };
    expect(await read(id)).toMatchObject(left);
    const { rows } = await sql`select from graphile_worker.jobs
      where key = ${`fulfil_redemption:${id}`} and run_at > now()`.execute(database);
    expect(rows).toHaveLength(1);
  }

  now = 60_000;
  for (const id of ids) await endLease(database, id);
  await Promise.all(ids.slice(4).map((id) => ask(id)));
  expect(asked).toBe(5);

  now = 120_000;
  for (const id of ids) await endLease(database, id);
  for (const id of ids) await fulfilRedemption({ ...ports, providers: [new SandboxIssuer({ dataDir })] }, id);
  const after = await Promise.all(ids.map(read));
  expect(after.map(({ status }) => status)).toEqual(ids.map(() => 'issued'));
  expect(after.map(({ promisedBy }) => promisedBy)).toEqual(promised);
});
