import { expect, test } from 'vitest';
import { createBreaker, fulfilRedemption } from '#domain/redemption/index.ts';
import { TremendousPayouts } from '#providers/payouts/tremendous/tremendous.ts';
import { testDatabase } from '#testing/database.ts';
import { startTremendous } from '#testing/payouts/tremendous.ts';
import { endLease, openRedemption } from '#testing/redemption.ts';

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
