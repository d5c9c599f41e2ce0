import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { openRedemption } from '#testing/redemption.ts';
import { DEPARTED, memberAccount, PAYOUTS_PAID, wallAccount } from './accounts.ts';
import { post, type Transfer } from './post.ts';
import { proveCauses } from './prove-causes.ts';

const { database, transact } = await testDatabase();

test('the proof names every transfer for which there is no cause', async () => {
  const { id } = await createMember(database, { points: 500 });
  await openRedemption(database);
  expect(await proveCauses(database)).toEqual([]);
  const member = memberAccount(id);
  const strangers: Pick<Transfer, 'key' | 'from' | 'to' | 'kind'>[] = [
    { key: 'bonus:1', from: wallAccount('cpx'), to: member, kind: 'adjustment' },
    { key: `credit:${randomUUID()}`, from: PAYOUTS_PAID, to: member, kind: 'credit' },
    { key: `debt_left:${randomUUID()}`, from: member, to: DEPARTED, kind: 'debt' },
    { key: `adjustment:${randomUUID()}`, from: wallAccount('cpx'), to: member, kind: 'adjustment' },
  ];
  const common = { unit: 'points', amount: 5, reference: 'none', actor: 'system' } as const;
  await transact((tx) =>
    post(
      tx,
      strangers.map((stranger) => ({ ...common, ...stranger })),
    ),
  );
  expect(await proveCauses(database)).toEqual(
    strangers.map(
      ({ key, from, to, kind }) =>
        `transfer ${key} moves points from ${from} to ${to} (${kind}), for which there is no cause`,
    ),
  );
});
