import { expect, test } from 'vitest';
import type { RedemptionStatus } from '#contract/redemptions.values.ts';
import type { Tx } from '#database/client.ts';
import { memberAccount, PAYOUTS_HELD, PAYOUTS_PAID, post } from '#domain/ledger/index.ts';
import { fulfilRedemption, proveRedemptions, type Redemption } from '#domain/redemption/index.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { testDatabase } from '#testing/database.ts';
import { issuerFolder, openRedemption } from '#testing/redemption.ts';

const { database, transact } = await testDatabase();
const issuer = new SandboxIssuer({ dataDir: await issuerFolder() });

type Opened = Redemption & { memberId: string };
const setStatus = (tx: Tx, { id }: Opened, status: RedemptionStatus) =>
  tx.updateTable('cardRedemptions').set({ status }).where('id', '=', id).execute();
const refund = (tx: Tx, redemption: Opened, key: string, amount = 100) =>
  post(tx, [
    {
      key,
      unit: 'points',
      from: PAYOUTS_HELD,
      to: memberAccount(redemption.memberId),
      amount,
      kind: 'refund',
      reference: redemption.id,
      actor: 'system',
    },
  ]);

/** Does what must never happen, runs the proof, and rolls back. */
async function auditAfter(fault: (tx: Tx, redemption: Opened) => Promise<unknown>): Promise<string> {
  const redemption = await openRedemption(database);
  let found: string[] = [];
  const rolledBack = transact(async (tx) => {
    await fault(tx, redemption);
    found = await proveRedemptions(tx);
    throw new Error('taken back');
  });
  await expect(rolledBack).rejects.toThrow('taken back');
  return found.join('\n').replaceAll(redemption.id, 'ID');
}

test('the proof finds nothing if every redemption is open or issued as it should be', async () => {
  const { id } = await openRedemption(database);
  await openRedemption(database);
  await fulfilRedemption({ transact, providers: [issuer], report: () => {} }, id);
  expect(await proveRedemptions(database)).toEqual([]);
});

test('the proof names a failed redemption without its refund', async () => {
  const found = await auditAfter((tx, redemption) => setStatus(tx, redemption, 'failed'));
  expect(found).toContain('redemption ID is failed and lacks the transfer refund:ID');
  expect(found).toContain('held points are');
});

test('the proof names an issued redemption that was never paid out', async () => {
  const found = await auditAfter((tx, redemption) => setStatus(tx, redemption, 'issued'));
  expect(found).toContain('redemption ID is issued and lacks the transfer payout:ID');
  expect(found).toContain('redemption ID is issued and lacks the transfer cash:ID');
});

test('the proof names an open redemption that was already refunded', async () => {
  const found = await auditAfter((tx, redemption) => refund(tx, redemption, `refund:${redemption.id}`));
  expect(found).toContain('redemption ID is pending and has the transfer refund:ID');
  expect(found).toContain('held points are');
});

test('the proof names a refund of another amount', async () => {
  const found = await auditAfter(async (tx, redemption) => {
    await setStatus(tx, redemption, 'failed');
    await refund(tx, redemption, `refund:${redemption.id}`, 99);
  });
  expect(found).toContain('redemption ID: the transfer refund:ID has another content');
});

test('the proof names a second refund under another key', async () => {
  const found = await auditAfter(async (tx, redemption) => {
    await setStatus(tx, redemption, 'failed');
    await refund(tx, redemption, `refund:${redemption.id}`);
    await refund(tx, redemption, 'again');
  });
  expect(found).toContain('transfer again moves what redemptions hold or paid, and belongs to none');
});

test('the proof names paid points that go back without a redemption', async () => {
  const found = await auditAfter((tx, { memberId }) =>
    post(tx, [
      {
        ...{
          key: 'return:again',
          unit: 'points',
          kind: 'refund',
          amount: 5,
          reference: memberId,
          actor: 'system',
        },
        ...{ from: PAYOUTS_PAID, to: memberAccount(memberId) },
      },
    ]),
  );
  expect(found).toBe('transfer return:again moves what redemptions hold or paid, and belongs to none');
});

test('the proof names a redemption that was never debited', async () => {
  const found = await auditAfter(async (tx, redemption) => {
    const row = await tx
      .selectFrom('cardRedemptions')
      .selectAll()
      .where('id', '=', redemption.id)
      .executeTakeFirstOrThrow();
    const { id: _, ...copy } = { ...row, requestId: 'another-request' };
    await tx.insertInto('cardRedemptions').values(copy).execute();
  });
  expect(found).toMatch(/redemption \S+ is pending and lacks the transfer redemption:/);
});
