import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fulfilRedemption, missingProviders } from '#domain/redemption/index.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { testDatabase } from '#testing/database.ts';
import { issuerFolder, openRedemption, servedBy } from '#testing/redemption.ts';

const { database, transact } = await testDatabase();

test('each provider that is not set up and has open or issued redemptions is named with their numbers', async () => {
  const issuer = new SandboxIssuer({ dataDir: await issuerFolder() });
  const [first, second] = [
    await openRedemption(database),
    await openRedemption(database),
    await openRedemption(database),
  ];
  for (const { id } of [first, second])
    await fulfilRedemption({ transact, providers: [issuer], report: () => {} }, id);
  const age = (days: number) => sql`created_at - make_interval(days => ${days})`;
  await sql`update card_redemptions set created_at = ${age(41)} where id = ${first.id}`.execute(database);
  await sql`update card_redemptions set created_at = ${age(39)} where id = ${second.id}`.execute(database);
  const ended = await openRedemption(database, { provider: 'ended' });
  await database
    .updateTable('cardRedemptions')
    .set({ status: 'expired' })
    .where('id', '=', ended.id)
    .execute();
  for (const provider of ['manual', 'tremendous']) await openRedemption(database, { provider });
  const missing = (...ids: string[]) =>
    missingProviders(
      database,
      ids.flatMap((id) => servedBy(id).providers),
    );
  expect(await missing('manual')).toEqual([
    { provider: 'sandbox', open: 1, issued: 2, recent: 1 },
    { provider: 'tremendous', open: 1, issued: 0, recent: 0 },
  ]);
  expect(await missing('manual', 'sandbox', 'tremendous')).toEqual([]);
});
