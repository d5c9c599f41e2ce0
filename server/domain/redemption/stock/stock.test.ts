import { randomBytes, randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { proveLedger } from '#domain/ledger/index.ts';
import { eraseAccount, exportData } from '#domain/privacy/index.ts';
import {
  changeReward,
  codeOfReward,
  fulfilRedemption,
  listFulfilments,
  listRedemptions,
  openOwnRewards,
  openRequests,
  plannedRewards,
  proveRedemptions,
  readStock,
  voidStock,
} from '#domain/redemption/index.ts';
import { refundPoints } from '#domain/redemption/transfers.ts';
import { stockPayouts } from '#providers/payouts/stock/stock.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { testDatabase } from '#testing/database.ts';
import { MAILBOX_KEY } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { endLease, ownRewards, REWARD_KEYS } from '#testing/redemption.ts';
import { addCodes, addReward, askForReward, knownMember, OWN_SERVING } from '#testing/rewards.ts';

const { database, transact } = await testDatabase();
const own = ownRewards(database);
const providers = [stockPayouts(own)];
const report = (error: unknown) => {
  throw error;
};
const fulfil = (id: string) =>
  fulfilRedemption({ transact, providers, report, callTimeoutMs: WAIT.timeout }, id);
const revealed = (memberId: string, id: string) =>
  codeOfReward({ database, providers, report }, memberId, id);
const countsOf = async (rewardId: string) => (await readStock(database, rewardId)).counts;
const codesNamed = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
const refused = (code: string) => expect.objectContaining({ code });

afterEach(async () => {
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveRedemptions(database)).toEqual([]);
});

test('50 parallel redemptions for 20 codes issue 20 different codes, and new codes wake the 30 that wait', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, codesNamed('FIRST', 20));
  await addCodes(database, reward, codesNamed('WRONG', 30));
  const members = await Promise.all(Array.from({ length: 50 }, () => knownMember(database, 200)));
  const asked = await Promise.all(
    members.map(async (memberId) => ({
      memberId,
      id: (await askForReward(database, memberId, reward.id)).id,
    })),
  );
  const [wrong] = (await readStock(database, reward.id)).uploads;
  expect(await transact((tx) => voidStock(tx, reward.id, { uploadId: wrong?.id ?? '' }))).toEqual({
    voided: 30,
  });

  // Two workers for each redemption.
  await Promise.all([...asked, ...asked].map(({ id }) => fulfil(id)));
  const state = () =>
    Promise.all(
      asked.map(async ({ memberId, id }) => {
        const redemption = (await listRedemptions(database, memberId)).find((one) => one.id === id);
        return `${redemption?.status} ${redemption?.reason}`;
      }),
    );
  const first = await state();
  expect(first.filter((one) => one === 'issued null')).toHaveLength(20);
  expect(first.filter((one) => one === 'processing out_of_stock')).toHaveLength(30);
  expect(await countsOf(reward.id)).toEqual({ free: 0, given: 20, void: 30, expired: 0 });

  expect((await addCodes(database, reward, codesNamed('SECOND', 40))).woken).toBe(30);
  await Promise.all(asked.map(({ id }) => fulfil(id)));
  expect(new Set(await state())).toEqual(new Set(['issued null']));
  const shown = await Promise.all(asked.map(({ memberId, id }) => revealed(memberId, id)));
  expect(new Set(shown.map(({ code }) => code)).size).toBe(50);
  expect(shown.filter(({ code }) => code.startsWith('FIRST-'))).toHaveLength(20);
  expect(shown.filter(({ code }) => code.startsWith('WRONG-'))).toHaveLength(0);
});

test('a reward whose codes all belong to open redemptions takes no points', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['ONE']);
  const [first, second] = [await knownMember(database, 200), await knownMember(database, 200)];
  await askForReward(database, first, reward.id);
  await expect(askForReward(database, second, reward.id)).rejects.toEqual(refused('out_of_stock'));
  // Nor together with others.
  const { ask } = openRequests(transact, { thresholdPoints: 100, serving: OWN_SERVING, reviewHours: 48 });
  const choice = { rewardId: reward.id };
  await expect(ask({ memberId: second, requestId: randomUUID(), choice })).rejects.toEqual(
    refused('out_of_stock'),
  );
});

test('a member who leaves while waiting for a code gets none: the points go back, and the next in line has it', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['VOID-1', 'VOID-2']);
  const [leaver, stayer] = [await knownMember(database, 200), await knownMember(database, 200)];
  const left = await askForReward(database, leaver, reward.id);
  const next = await askForReward(database, stayer, reward.id);
  await transact((tx) => voidStock(tx, reward.id, { uploadId: null }));
  for (const { id } of [left, next]) await fulfil(id);
  await transact((tx) => eraseAccount(tx, leaver, MAILBOX_KEY));
  expect((await addCodes(database, reward, ['ONLY'])).woken).toBe(1);
  for (const { id } of [left, next]) {
    await endLease(database, id);
    await fulfil(id);
  }
  expect((await revealed(stayer, next.id)).code).toBe('ONLY');
  const read = database
    .selectFrom('cardRedemptions')
    .innerJoin('users', 'users.id', 'cardRedemptions.userId');
  expect(
    await read.select(['status', 'points']).where('cardRedemptions.id', '=', left.id).executeTakeFirst(),
  ).toEqual({ status: 'failed', points: 200 });
});

test('codes wake nobody who is paused or suspended, but the next in line', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['VOID-1', 'VOID-2']);
  const [stopped, next] = [await knownMember(database, 200), await knownMember(database, 200)];
  const older = await askForReward(database, stopped, reward.id);
  const younger = await askForReward(database, next, reward.id);
  await transact((tx) => voidStock(tx, reward.id, { uploadId: null }));
  for (const { id } of [older, younger]) await fulfil(id);
  await sql`update users set suspended_at = now() where id = ${stopped}`.execute(database);
  expect((await addCodes(database, reward, ['ONLY'])).woken).toBe(1);
  for (const { id } of [older, younger]) await fulfil(id);
  expect((await revealed(next, younger.id)).code).toBe('ONLY');
});

test('a code is in no export, and once its member has left nobody can read it, as the words before leaving say', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['KEPT-1']);
  const memberId = await knownMember(database, 200);
  const { id } = await askForReward(database, memberId, reward.id);
  await fulfil(id);
  expect((await revealed(memberId, id)).code).toBe('KEPT-1');
  const files = unzipSync(Buffer.concat(await Array.fromAsync(exportData(database, memberId))));
  const exported = Object.values(files)
    .map((file) => strFromU8(file))
    .join();
  expect(exported).toContain(id);
  expect(exported).not.toContain('KEPT-1');
  await transact((tx) => eraseAccount(tx, memberId, MAILBOX_KEY));
  await expect(revealed(memberId, id)).rejects.toEqual(refused('not_found'));
});

test('codes that arrive while a worker finds none are noticed soon', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['OLD']);
  const memberId = await knownMember(database, 200);
  const { id } = await askForReward(database, memberId, reward.id);
  await transact((tx) => voidStock(tx, reward.id, { uploadId: null }));
  const late = {
    ...stockPayouts(own),
    prepare: async () => {
      await addCodes(database, reward, ['NEW']);
      return { t: 'retry', code: 'out_of_stock' } as const;
    },
  };
  await fulfilRedemption({ transact, providers: [late], report }, id);
  const { rows } = await sql<{ soon: boolean }>`select leased_until < now() + interval '5 seconds' as soon
    from card_redemptions where id = ${id}`.execute(database);
  expect(rows).toEqual([{ soon: true }]);
  await endLease(database, id);
  await fulfil(id);
  expect((await revealed(memberId, id)).code).toBe('NEW');
});

test('a code that was taken before a crash is found, and no second one is taken', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['A', 'B']);
  const memberId = await knownMember(database, 200);
  const { id } = await askForReward(database, memberId, reward.id);
  const taken = await own.take(id);
  await fulfil(id);
  const row = await database
    .selectFrom('cardRedemptions')
    .select(['status', 'providerRef'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ status: 'issued', providerRef: taken.t === 'ready' ? taken.ref : '' });
  expect(await countsOf(reward.id)).toMatchObject({ free: 1, given: 1 });
});

test('a code that cannot be decrypted is not given, and the redemption continues once it can be', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['A']);
  const memberId = await knownMember(database, 200);
  const { id } = await askForReward(database, memberId, reward.id);
  const other = openOwnRewards(database, { ...REWARD_KEYS, seal: randomBytes(32) });
  const reported: unknown[] = [];
  const note = (error: unknown) => reported.push(error);
  await fulfilRedemption({ transact, providers: [stockPayouts(other)], report: note }, id);
  expect(reported).toHaveLength(1);
  expect(await countsOf(reward.id)).toMatchObject({ free: 1, given: 0 });
  await endLease(database, id);
  await fulfil(id);
  expect((await revealed(memberId, id)).code).toBe('A');
});

test('codes that expire first are given first, and expired ones never', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['LATE,,2999-01-01', 'NEVER', 'SOON,,2998-01-01', 'GONE,,2997-01-01']);
  await sql`update voucher_codes set expires_at = now() - interval '1 day'
    where reward_id = ${reward.id} and extract(year from expires_at) = 2997`.execute(database);
  const given: string[] = [];
  for (let i = 0; i < 3; i++) {
    const memberId = await knownMember(database, 200);
    const { id } = await askForReward(database, memberId, reward.id);
    await fulfil(id);
    const { code, expiresAt } = await revealed(memberId, id);
    given.push(`${code} ${expiresAt?.getUTCFullYear()}`);
  }
  expect(given).toEqual(['SOON 2998', 'LATE 2999', 'NEVER undefined']);
  expect(await countsOf(reward.id)).toEqual({ free: 0, given: 3, void: 0, expired: 1 });
});

test('a dry run returns the same and stores nothing', async () => {
  const reward = await addReward(database);
  const lines = ['A', 'B', 'A', ',1'];
  const told = await addCodes(database, reward, lines, true);
  expect(told).toMatchObject({ accepted: 2, problemCount: 2, woken: 0 });
  expect(await countsOf(reward.id)).toEqual({ free: 0, given: 0, void: 0, expired: 0 });
  expect(await addCodes(database, reward, lines)).toEqual({ ...told, uploadId: expect.any(String) });
});

test('of void codes those are given that are uploaded again, as in a restored site, and the others stay void', async () => {
  const reward = await addReward(database);
  const codes = codesNamed('CODE', 10);
  await addCodes(database, reward, codes);
  const voided = await transact((tx) => voidStock(tx, reward.id, { uploadId: null }));
  expect(voided).toEqual({ voided: 10 });
  const unused = codes.slice(3).map((code) => `${code},PIN,2998-01-01`);
  const told = await addCodes(database, reward, unused, true);
  expect(told).toMatchObject({ accepted: 7, problemCount: 0 });
  expect(await countsOf(reward.id)).toEqual({ free: 0, given: 0, void: 10, expired: 0 });

  const { uploadId } = await addCodes(database, reward, unused);
  const { uploads } = await readStock(database, reward.id);
  expect(uploads).toMatchObject([
    { id: uploadId, free: 7, void: 0 },
    { free: 0, void: 3 },
  ]);
  expect(await addCodes(database, reward, unused)).toMatchObject({ accepted: 0, problemCount: 7 });
  const shown: string[] = [];
  for (let i = 0; i < 7; i++) {
    const memberId = await knownMember(database, 200);
    const { id } = await askForReward(database, memberId, reward.id);
    await fulfil(id);
    const { code, pin } = await revealed(memberId, id);
    shown.push(`${code},${pin},2998-01-01`);
  }
  expect(shown.sort()).toEqual(unused);
  expect(await countsOf(reward.id)).toEqual({ free: 0, given: 7, void: 3, expired: 0 });
});

test('codes past their last day are free again once they are uploaded with a later one, but for those that members have', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['GIVEN,,2997-01-01', 'FIRST,,2998-01-01', 'SECOND,OLD PIN,2998-01-01']);
  await fulfil((await askForReward(database, await knownMember(database, 200), reward.id)).id);
  const expire = (ago: string) =>
    sql`update voucher_codes set expires_at = now() - ${ago}::interval where reward_id = ${reward.id}`.execute(
      database,
    );
  const prolonged = ['GIVEN,,2999-01-01', 'FIRST,,2999-01-01', 'SECOND,NEW PIN,2999-01-01'];
  await expire('1 minute');
  expect(await addCodes(database, reward, prolonged)).toMatchObject({ accepted: 0, problemCount: 3 });
  await expire('1 day');
  expect(await countsOf(reward.id)).toEqual({ free: 0, given: 1, void: 0, expired: 2 });
  expect(await addCodes(database, reward, prolonged, true)).toMatchObject({
    accepted: 2,
    problems: [{ line: 1, problem: 'duplicate_known' }],
  });
  const answers = await Promise.all([1, 2].map(() => addCodes(database, reward, prolonged)));
  expect(answers.map(({ accepted }) => accepted).sort()).toEqual([0, 2]);
  expect(await countsOf(reward.id)).toEqual({ free: 2, given: 1, void: 0, expired: 0 });
  const shown = [];
  for (let i = 0; i < 2; i++) {
    const memberId = await knownMember(database, 200);
    const { id } = await askForReward(database, memberId, reward.id);
    await fulfil(id);
    const { code, pin, expiresAt } = await revealed(memberId, id);
    shown.push(`${code} ${pin} ${expiresAt?.getUTCFullYear()}`);
  }
  expect(shown.sort()).toEqual(['FIRST null 2999', 'SECOND NEW PIN 2999']);
});

test('void codes are no stock, codes that members have cannot be made void, and neither can those of other uploads', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['GIVEN']);
  await addCodes(database, reward, ['VOID-1', 'VOID-2']);
  await addCodes(database, reward, ['LEFT']);
  const [first, second, third] = await Promise.all(
    Array.from({ length: 3 }, () => knownMember(database, 200)),
  );
  const { id } = await askForReward(database, first ?? '', reward.id);
  await fulfil(id);
  const { uploads } = await readStock(database, reward.id);
  const voided = uploads.find(({ free }) => free === 2);
  expect(await transact((tx) => voidStock(tx, reward.id, { uploadId: voided?.id ?? '' }))).toEqual({
    voided: 2,
  });
  expect(await countsOf(reward.id)).toEqual({ free: 1, given: 1, void: 2, expired: 0 });
  // One code is left, for one member.
  const last = await askForReward(database, second ?? '', reward.id);
  await expect(askForReward(database, third ?? '', reward.id)).rejects.toEqual(refused('out_of_stock'));
  await fulfil(last.id);
  expect((await revealed(second ?? '', last.id)).code).toBe('LEFT');
  expect(await transact((tx) => voidStock(tx, reward.id, { uploadId: null }))).toEqual({ voided: 0 });
  expect((await revealed(first ?? '', id)).code).toBe('GIVEN');
  expect(await countsOf(reward.id)).toEqual({ free: 0, given: 2, void: 2, expired: 0 });
});

test('codes of an upload that nobody has seen who makes all void stay, and so do expired ones', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['OVER']);
  await sql`update voucher_codes set expires_at = now() - interval '1 second' where reward_id = ${reward.id}`.execute(
    database,
  );
  await addCodes(database, reward, ['A', 'B']);
  const [newest] = (await readStock(database, reward.id)).uploads;
  // As the screen has it, in whole milliseconds.
  const until = new Date((newest?.uploadedAt ?? new Date()).toISOString());
  await sql`select pg_sleep(0.002)`.execute(database);
  await addCodes(database, reward, ['C', 'D', 'E']);
  const voidAll = () => transact((tx) => voidStock(tx, reward.id, { uploadId: null, until }));
  expect(await voidAll()).toEqual({ voided: 2 });
  expect(await voidAll()).toEqual({ voided: 0 });
  expect(await countsOf(reward.id)).toEqual({ free: 3, given: 0, void: 2, expired: 1 });
});

test('expired codes are no stock', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['OLD']);
  await sql`update voucher_codes set expires_at = now() - interval '1 second' where reward_id = ${reward.id}`.execute(
    database,
  );
  const memberId = await knownMember(database, 200);
  await expect(askForReward(database, memberId, reward.id)).rejects.toEqual(refused('out_of_stock'));
  expect(await countsOf(reward.id)).toEqual({ free: 0, given: 0, void: 0, expired: 1 });
});

test('a redemption that has ended gets no code from a late worker', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['LATE']);
  const userId = await knownMember(database, 200);
  const { id, pointsUsed } = await askForReward(database, userId, reward.id);
  await transact(async (tx) => {
    await tx
      .updateTable('cardRedemptions')
      .set({ status: 'failed', reason: 'provider_refused' })
      .where('id', '=', id)
      .execute();
    await refundPoints(tx, { id, userId, pointsUsed }, 'system');
  });
  expect(await own.take(id)).toEqual({ t: 'refused' });
  expect(await countsOf(reward.id)).toMatchObject({ free: 1, given: 0 });
});

test('parallel uploads of the same codes store each code once', async () => {
  const reward = await addReward(database);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => addCodes(database, reward, codesNamed('SAME', 50))),
  );
  expect(answers.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(50);
  expect(await countsOf(reward.id)).toMatchObject({ free: 50 });
});

test('a megabyte of codes is read, encrypted and stored, and each line is judged', async () => {
  const reward = await addReward(database);
  const lines = Array.from(
    { length: 19_999 },
    (_, index) => `"CODE ${index}${'x'.repeat(27)}","pin ${index}"`,
  );
  const csv = [...lines, 'bad,1,never'];
  expect(csv.join('\n').length).toBeGreaterThan(1_000_000);
  const answer = await addCodes(database, reward, csv);
  expect(answer).toMatchObject({ accepted: 19_999, problems: [{ line: 20_000, problem: 'bad_date' }] });
  await transact((tx) => voidStock(tx, reward.id, { uploadId: null }));
});

test('only a reward from a stock takes codes, and its value is fixed while it has any', async () => {
  const byHand = await addReward(database, { provider: 'manual' });
  await expect(addCodes(database, byHand, ['A'])).rejects.toEqual(refused('not_in_stock_mode'));
  const reward = await addReward(database);
  await addCodes(database, reward, ['A']);
  const change = (plan: object) => transact((tx) => changeReward(tx, reward.id, plan, OWN_SERVING));
  await expect(change({ amountCents: 300 })).rejects.toEqual(refused('reward_has_stock'));
  await transact((tx) => voidStock(tx, reward.id, { uploadId: null }));
  const { after } = await change({ amountCents: 300 });
  expect(after).toMatchObject({ amountCents: 300, pricePoints: 300 });
});

test('codes of an amount that the reward no longer has are refused, in a trial too, and none is stored', async () => {
  const reward = await addReward(database);
  const change = (amountCents: number) =>
    transact((tx) => changeReward(tx, reward.id, { amountCents }, OWN_SERVING));
  expect(await addCodes(database, reward, ['A', 'B'], true)).toMatchObject({ accepted: 2, uploadId: null });
  await change(500);
  for (const dryRun of [true, false]) {
    await expect(addCodes(database, reward, ['A', 'B'], dryRun)).rejects.toEqual(refused('amount_changed'));
  }
  expect(await countsOf(reward.id)).toEqual({ free: 0, given: 0, void: 0, expired: 0 });
  await change(200);
  const { uploadId } = await addCodes(database, reward, ['A', 'B']);
  expect((await readStock(database, reward.id)).uploads).toEqual([expect.objectContaining({ id: uploadId })]);
  expect(await addCodes(database, reward, ['A'])).toMatchObject({ accepted: 0, uploadId: null });
});

test('codes are refused if the amount changes while their upload waits for the reward', async () => {
  const reward = await addReward(database);
  const upload = await transact(async (tx) => {
    await changeReward(tx, reward.id, { amountCents: 500 }, OWN_SERVING);
    const waiting = Promise.allSettled([addCodes(database, reward, ['A'])]);
    await untilBlocked(tx);
    return { waiting };
  });
  expect(await upload.waiting).toEqual([{ status: 'rejected', reason: refused('amount_changed') }]);
  expect(await countsOf(reward.id)).toMatchObject({ free: 0 });
});

test('a redemption gets no code of another value, and keeps none from members who paid for it', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['LATE']);
  const [early, late] = [await knownMember(database, 200), await knownMember(database, 300)];
  const waiting = await askForReward(database, early, reward.id);
  await transact((tx) => voidStock(tx, reward.id, { uploadId: null }));
  await fulfil(waiting.id);
  const waitingFor = async () => {
    const planned = await plannedRewards(database, OWN_SERVING);
    const queue = await listFulfilments(database, late, OWN_SERVING);
    return [
      planned.find(({ id }) => id === reward.id)?.waitingForStock,
      queue.find(({ redemptionId }) => redemptionId === waiting.id)?.waitsFor,
    ];
  };
  expect(await waitingFor()).toEqual([1, 'stock']);
  const change = (plan: object) => transact((tx) => changeReward(tx, reward.id, plan, OWN_SERVING));
  await change({ amountCents: 300 });
  const now = { ...reward, amountCents: 300 };
  expect((await addCodes(database, now, ['THREE DOLLARS'])).woken).toBe(0);
  await endLease(database, waiting.id);
  await fulfil(waiting.id);
  expect((await listRedemptions(database, early))[0]).toMatchObject({
    reason: 'out_of_stock',
    amountCents: 200,
  });
  expect(await waitingFor()).toEqual([0, 'person']);
  // Of its amount again, but no longer from a stock: no code can be uploaded for it.
  await transact((tx) => voidStock(tx, reward.id, { uploadId: null }));
  await change({ amountCents: 200 });
  expect(await waitingFor()).toEqual([1, 'stock']);
  await change({ provider: 'manual' });
  expect(await waitingFor()).toEqual([0, 'person']);
  await change({ amountCents: 300, provider: 'stock' });
  await addCodes(database, now, ['THREE DOLLARS']);
  const paid = await askForReward(database, late, reward.id);
  await fulfil(paid.id);
  expect((await revealed(late, paid.id)).code).toBe('THREE DOLLARS');
});

test('another member sees no code, and the owner sees none before the redemption is issued', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['MINE,1234']);
  const [owner, other] = [await knownMember(database, 200), await knownMember(database, 200)];
  const { id } = await askForReward(database, owner, reward.id);
  await own.take(id);
  await expect(revealed(owner, id)).rejects.toEqual(refused('not_found'));
  await fulfil(id);
  expect(await revealed(owner, id)).toEqual({ code: 'MINE', pin: '1234', expiresAt: null });
  await expect(revealed(other, id)).rejects.toEqual(refused('not_found'));
  await expect(revealed(owner, randomUUID())).rejects.toEqual(refused('not_found'));
});

test('an encrypted code that is copied to another redemption cannot be decrypted there', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['ONE', 'TWO']);
  const memberId = await knownMember(database, 400, 2);
  const [first, second] = [
    await askForReward(database, memberId, reward.id),
    await askForReward(database, memberId, reward.id),
  ];
  await Promise.all([fulfil(first.id), fulfil(second.id)]);
  await sql`update voucher_codes v set sealed = o.sealed from voucher_codes o
    where v.redemption_id = ${second.id} and o.redemption_id = ${first.id}`.execute(database);
  expect((await revealed(memberId, first.id)).code).toMatch(/ONE|TWO/);
  const failing = codeOfReward({ database, providers, report: () => {} }, memberId, second.id);
  await expect(failing).rejects.toEqual(refused('busy'));
});

test.each([
  [
    'a code of a failed redemption',
    "update card_redemptions set status = 'failed' where id = $id",
    'is failed and has the reward',
  ],
  [
    'an issued redemption without a code',
    'delete from voucher_codes where redemption_id = $id',
    'is issued and has no reward',
  ],
  [
    'a code of another reward',
    'update voucher_codes set reward_id = (select id from rewards where id <> reward_id limit 1) where redemption_id = $id',
    'which is of another reward',
  ],
])('the proof names %s', async (_, fault, line) => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['A']);
  const { id } = await askForReward(database, await knownMember(database, 200), reward.id);
  await fulfil(id);
  let found: string[] = [];
  const rolledBack = transact(async (tx) => {
    await sql.raw(fault.replaceAll('$id', `'${id}'`)).execute(tx);
    found = await proveRedemptions(tx);
    throw new Error('taken back');
  });
  await expect(rolledBack).rejects.toThrow('taken back');
  expect(found.join('\n')).toContain(line);
});
