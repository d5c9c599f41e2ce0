import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Tx } from '#database/client.ts';
import { noNews } from '#database/news.ts';
import { memberAccount, post, wallAccount } from '#domain/ledger/index.ts';
import { startPostbackSite } from '#testing/postbacks.ts';
import { proveEarning } from './prove-earning.ts';

const { database, memberWithCode, plain, transactionOf } = await startPostbackSite();
const SLICES = [1, 2, 3, 100];

/** Does what must never happen, proves it in slices of each size, and rolls back. The differences are the same for all. */
async function proveAfter(fault: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const faulty = Object.assign(await database.startTransaction().execute(), { news: noNews() });
  try {
    await fault(faulty);
    const found = [];
    for (const rows of SLICES) found.push((await proveEarning(faulty, rows)).sort());
    for (const differences of found) expect(differences).toEqual(found[0]);
    return found[0] ?? [];
  } finally {
    await faulty.rollback().execute();
  }
}

test('the proof finds a difference wherever its slices are cut', async () => {
  const { id: userId, code, tx } = await memberWithCode();
  const calls = Array.from({ length: 6 }, (_, index) => `${tx}-${index}`);
  for (const call of calls) await plain({ tx: call, user: code, points: 5 });
  expect(await proveAfter(async () => {})).toEqual([]);
  for (const call of calls) {
    const { id = '' } = (await transactionOf(call)) ?? {};
    expect(await proveAfter((t) => t.deleteFrom('tasks').where('id', '=', id).execute())).toEqual([
      `plain transaction ${call}: is credited, but its task says otherwise`,
    ]);
  }

  const stray = randomUUID();
  expect(
    await proveAfter((t) =>
      t
        .insertInto('tasks')
        .values({ id: stray, userId, taskType: 'survey', pointsEarned: 1, wall: 'plain' })
        .execute(),
    ),
  ).toEqual([`task ${stray}: comes from the wall plain, but from none of its transactions`]);

  const known = (await transactionOf(calls[2] ?? ''))?.id ?? '';
  const keys = [
    ...[randomUUID(), '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    ...['', '!', 'plain', `${known}!`, '~'],
  ].map((name) => `credit:${name}`);
  const posted = await proveAfter((t) =>
    post(
      t,
      keys.map((key) => ({
        ...{ key, unit: 'points' as const, kind: 'credit' as const, amount: 1, actor: 'system' },
        ...{ from: wallAccount('plain'), to: memberAccount(userId), reference: known },
      })),
    ),
  );
  expect(posted).toEqual(keys.map((key) => `transfer ${key}: no provider transaction asked for it`).sort());
});

test('the proof names a credit and a reversal that moved the points of another member', async () => {
  const [owner, other] = [await memberWithCode(), await memberWithCode()];
  const id = randomUUIDv7();
  const common = { unit: 'points', amount: 5, reference: id, actor: 'system', mayOverdraw: true } as const;
  const moves = (credited: string, takenFrom: string | undefined) => async (t: Tx) => {
    const call = { id, transactionId: id, provider: 'plain', userId: owner.id, amountMb: 5 };
    const status = takenFrom === undefined ? 'credited' : 'reversed';
    await t
      .insertInto('webhookTransactions')
      .values({ ...call, status })
      .execute();
    const reversedAt = takenFrom === undefined ? null : new Date();
    const task = { id, userId: owner.id, taskType: 'survey', pointsEarned: 5, wall: 'plain', reversedAt };
    await t.insertInto('tasks').values(task).execute();
    const [wall, member] = [wallAccount('plain'), memberAccount(credited)];
    const [credit] = await post(t, [
      { ...common, key: `credit:${id}`, from: wall, to: member, kind: 'credit' },
    ]);
    if (takenFrom === undefined) return;
    const back = { from: memberAccount(takenFrom), to: wall, kind: 'reversal' } as const;
    await post(t, [{ ...common, ...back, key: `reversal:${id}`, reverses: credit?.id ?? '' }]);
  };
  const named = [`plain transaction ${id}: its credit or its reversal moved the points of another member`];
  expect(await proveAfter(moves(owner.id, undefined))).toEqual([]);
  expect(await proveAfter(moves(owner.id, owner.id))).toEqual([]);
  expect(await proveAfter(moves(other.id, undefined))).toEqual(named);
  expect(await proveAfter(moves(owner.id, other.id))).toEqual(named);
});
