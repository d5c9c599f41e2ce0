import { expect, test } from 'vitest';
import { SandboxIssuer } from '#providers/payouts/sandbox.ts';
import { testDatabase } from '#testing/database.ts';
import { issuerFolder, openRedemption } from '#testing/redemption.ts';
import { audit } from '../ledger/index.ts';
import { auditRedemptions, fulfilRedemption } from '../redemption/index.ts';
import { eraseAccount } from './erase-account.ts';

const { database, transact } = await testDatabase();

test('a redemption that is open when its member leaves is settled, and told nobody', async () => {
  const redemption = await openRedemption(database);
  await transact((tx) => eraseAccount(tx, redemption.memberId));
  const providers = [new SandboxIssuer({ dataDir: await issuerFolder() })];
  await fulfilRedemption({ transact, providers, report: () => {} }, redemption.id);
  const row = await database
    .selectFrom('cardRedemptions')
    .select(['status', 'userId'])
    .where('id', '=', redemption.id)
    .executeTakeFirst();
  expect(row).toEqual({ status: 'issued', userId: redemption.memberId });
  expect(await database.selectFrom('notices').selectAll().execute()).toEqual([]);
  expect([await audit(database), await auditRedemptions(database)]).toEqual([[], []]);
});

test('leaving twice at once is leaving once', async () => {
  const { memberId } = await openRedemption(database);
  const email = `${memberId}@example.com`;
  await Promise.all([1, 2, 3].map(() => transact((tx) => eraseAccount(tx, memberId))));
  const jobs = await database
    .selectFrom('users')
    .select(['email', 'erasedAt'])
    .where('id', '=', memberId)
    .executeTakeFirst();
  expect(jobs).toEqual({ email: `erased-${memberId}@erased.invalid`, erasedAt: expect.any(Date) });
  expect(await database.selectFrom('users').where('email', '=', email).execute()).toEqual([]);
});
