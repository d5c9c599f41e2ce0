import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { proveLedger } from '#domain/ledger/index.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import {
  assignFulfilment,
  codeOfReward,
  fulfilByHand,
  fulfilRedemption,
  linkReward,
  listFulfilments,
  listRedemptions,
  proveRedemptions,
  readStock,
  refuseFulfilment,
  releaseFulfilment,
  voidStock,
} from '#domain/redemption/index.ts';
import { manualPayouts } from '#providers/payouts/manual/manual.ts';
import { stockPayouts } from '#providers/payouts/stock/stock.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, MAILBOX_KEY, takeBack } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { endLease, ownRewards, REWARD_KEYS } from '#testing/redemption.ts';
import { addCodes, addReward, askForReward, knownMember, OWN_SERVING } from '#testing/rewards.ts';

const { database, transact } = await testDatabase();
const own = ownRewards(database);
const providers = [manualPayouts(own), stockPayouts(own)];
const report = (error: unknown) => {
  throw error;
};
const reveal = { database, providers, report };
const newAdmin = async () => (await createMember(database, { isAdmin: true })).id;
const [ann, ben] = [await newAdmin(), await newAdmin()];

const fulfil = (id: string) =>
  fulfilRedemption({ transact, providers, report, callTimeoutMs: WAIT.timeout }, id);
const claim = (id: string, admin = ann) => transact((tx) => assignFulfilment(tx, id, admin, OWN_SERVING));
const release = (id: string, admin = ann) => transact((tx) => releaseFulfilment(tx, id, admin, OWN_SERVING));
const CODE = { kind: 'code', code: 'RIDE-1', pin: null, expiresOn: null } as const;
const give = (id: string, admin = ann, made: Parameters<typeof fulfilByHand>[2] = CODE, owedPoints = 0) =>
  transact((tx) => fulfilByHand(tx, { redemptionId: id, adminId: admin, owedPoints }, made, REWARD_KEYS));
const refuse = (id: string, admin = ann) =>
  transact((tx) => refuseFulfilment(tx, { redemptionId: id, adminId: admin }, 'Sold out in your city.'));
const refused = (code: string) => expect.objectContaining({ code });
const codesOf = (results: PromiseSettledResult<unknown>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? 'ok' : result.reason.code)).sort();

/** A redemption that a person fulfils, after one run of the worker. */
async function waiting(provider: 'manual' | 'stock' = 'manual') {
  const reward = await addReward(database, { provider });
  if (provider === 'stock') await addCodes(database, reward, ['VOIDED']);
  const memberId = await knownMember(database, 200);
  const { id } = await askForReward(database, memberId, reward.id);
  if (provider === 'stock') await transact((tx) => voidStock(tx, reward.id, { uploadId: null }));
  await fulfil(id);
  const state = async () => {
    const { status, reason, message } =
      (await listRedemptions(database, memberId)).find((redemption) => redemption.id === id) ?? {};
    return { status, reason, message };
  };
  const points = async () =>
    (await database.selectFrom('users').select('points').where('id', '=', memberId).executeTakeFirstOrThrow())
      .points;
  return { id, memberId, reward, state, points };
}
/** Two redemptions of one reward, each taken by an admin of its own. */
async function twoWaiting(provider: 'manual' | 'stock' = 'manual') {
  const reward = await addReward(database, { provider });
  if (provider === 'stock') await addCodes(database, reward, ['OLD-1', 'OLD-2']);
  const members = [await knownMember(database, 200), await knownMember(database, 200)] as const;
  const [first, second] = [
    await askForReward(database, members[0], reward.id),
    await askForReward(database, members[1], reward.id),
  ];
  if (provider === 'stock') await transact((tx) => voidStock(tx, reward.id, { uploadId: null }));
  for (const { id } of [first, second]) await fulfil(id);
  await claim(first.id, ann);
  await claim(second.id, ben);
  return { reward, members, first: first.id, second: second.id };
}
const codeOf = async (memberId: string, id: string) => (await codeOfReward(reveal, memberId, id)).code;
const named = (code: string, more: { pin?: string; expiresOn?: string } = {}) => ({ ...CODE, code, ...more });
const link = { kind: 'link', link: 'https://tickets.example/abc', expiresOn: null } as const;

const endClaim = (id: string) =>
  sql`update fulfilments set owned_until = now() - interval '1 second' where redemption_id = ${id}`.execute(
    database,
  );

afterEach(async () => {
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveRedemptions(database)).toEqual([]);
});

test('a reward made by a person waits in the queue with its promise, and only its member can see it', async () => {
  const { id, memberId, reward, state, points } = await waiting();
  const other = await knownMember(database, 0);
  expect(
    (await listFulfilments(database, ann, OWN_SERVING)).find((one) => one.redemptionId === id),
  ).toMatchObject({
    ...{ userId: memberId, name: 'Robin Example', waitsFor: 'person', owner: null, pointsUsed: 200 },
    reward: { id: reward.id, kind: 'food_voucher', title: 'Lunch', amountCents: 200 },
  });
  const claimed = await claim(id);
  expect(claimed.owner).toMatchObject({ id: ann, you: true });
  await give(id, ann, { ...CODE, pin: '42', expiresOn: '2999-12-31' });
  expect((await listFulfilments(database, ann, OWN_SERVING)).map((one) => one.redemptionId)).not.toContain(
    id,
  );
  await expect(codeOfReward(reveal, memberId, id)).rejects.toEqual(refused('not_found'));
  await fulfil(id);
  expect(await state()).toEqual({ status: 'issued', reason: null, message: null });
  expect(await codeOfReward(reveal, memberId, id)).toEqual({
    code: 'RIDE-1',
    pin: '42',
    expiresAt: new Date('2999-12-31T23:59:59Z'),
  });
  await expect(codeOfReward(reveal, other, id)).rejects.toEqual(refused('not_found'));
  expect(await points()).toBe(0);
});

test('a link can be given instead of a code, and stays the same', async () => {
  const { id, memberId } = await waiting();
  await claim(id);
  await give(id, ann, { kind: 'link', link: 'https://tickets.example/abc', expiresOn: null });
  await fulfil(id);
  expect(await linkReward(reveal, memberId, id)).toEqual({
    link: 'https://tickets.example/abc',
    stays: true,
  });
});

test.each(['manual', 'stock'] as const)(
  'the member is told once that what %s hands out is late, and not that a person reviews it',
  async (provider) => {
    const { id, memberId, state } = await waiting(provider);
    const told = async () =>
      (await database.selectFrom('notices').select('kind').where('userId', '=', memberId).execute()).map(
        ({ kind }) => kind,
      );
    expect(await told()).not.toContain('redemption_late');
    await sql`update card_redemptions set promised_by = now() - interval '1 minute' where id = ${id}`.execute(
      database,
    );
    for (const _ of ['late', 'still late']) {
      await endLease(database, id);
      await fulfil(id);
    }
    expect((await state()).status).toBe('processing');
    expect((await told()).filter((kind) => kind.startsWith('redemption_'))).toEqual(['redemption_late']);
    await claim(id);
    await refuse(id);
    await fulfil(id);
  },
);

test('a refusal gives the points back once, with its reason, however often the worker runs', async () => {
  const { id, state, points } = await waiting();
  await claim(id);
  await refuse(id);
  await Promise.all(Array.from({ length: 8 }, () => fulfil(id)));
  await fulfil(id);
  expect(await state()).toEqual({
    status: 'failed',
    reason: 'staff_refused',
    message: 'Sold out in your city.',
  });
  expect(await points()).toBe(200);
});

test('a refusal before the first run of the worker counts as well', async () => {
  const reward = await addReward(database, { provider: 'manual' });
  const { id } = await askForReward(database, await knownMember(database, 200), reward.id);
  await claim(id);
  await refuse(id);
  await fulfil(id);
  const row = await database
    .selectFrom('cardRedemptions')
    .select(['status', 'reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ status: 'failed', reason: 'staff_refused' });
});

test('what nobody has made when its member leaves is ended: nothing can be given for it, and the points go back', async () => {
  const { id, memberId, points } = await waiting();
  await claim(id);
  await transact((tx) => eraseAccount(tx, memberId, MAILBOX_KEY));
  expect((await listFulfilments(database, ann, OWN_SERVING)).map((one) => one.redemptionId)).not.toContain(
    id,
  );
  await expect(give(id)).rejects.toEqual(refused('fulfilment_decided'));
  await endLease(database, id);
  await fulfil(id);
  expect(await points()).toBe(200);
});

test('what was given before its member leaves stays given', async () => {
  const { id, memberId, points } = await waiting();
  await claim(id);
  await give(id);
  await transact((tx) => eraseAccount(tx, memberId, MAILBOX_KEY));
  await endLease(database, id);
  await fulfil(id);
  expect(await points()).toBe(0);
});

test('what was not ended when its member left ends at its next run', async () => {
  const { id, memberId, points } = await waiting();
  await database.updateTable('users').set({ erasedAt: new Date() }).where('id', '=', memberId).execute();
  await expect(claim(id)).rejects.toEqual(refused('fulfilment_decided'));
  await endLease(database, id);
  await fulfil(id);
  expect(await points()).toBe(200);
});

test('nothing can be given for a redemption that is paid out of a review after its member left', async () => {
  const { id, memberId, points } = await waiting();
  await sql`update card_redemptions set status = 'review', reason = 'risk_review' where id = ${id}`.execute(
    database,
  );
  await transact((tx) => eraseAccount(tx, memberId, MAILBOX_KEY));
  await sql`update card_redemptions set status = 'pending', reason = null, attempts = 0 where id = ${id}`.execute(
    database,
  );
  await expect(claim(id)).rejects.toEqual(refused('fulfilment_decided'));
  await endLease(database, id);
  await fulfil(id);
  expect(await points()).toBe(200);
});

test('the queue says what a member owes now, and nothing is given against a debt that was not seen', async () => {
  const [kept, ended] = [await waiting(), await waiting()];
  const owed = async (id: string) =>
    (await listFulfilments(database, ann, OWN_SERVING)).find(({ redemptionId }) => redemptionId === id)
      ?.owedPoints;
  for (const { id, memberId } of [kept, ended]) {
    await claim(id);
    expect(await owed(id)).toBe(0);
    await takeBack(database, memberId, 200);
    await expect(give(id)).rejects.toEqual(refused('member_owes'));
    await expect(give(id, ann, CODE, 199)).rejects.toEqual(refused('member_owes'));
    expect(await owed(id)).toBe(200);
  }
  expect(await give(kept.id, ann, CODE, 1_000)).toEqual({ owedPoints: 200 });
  // The answer was lost.
  await give(kept.id, ann, CODE);
  await refuse(ended.id);
  for (const { id } of [kept, ended]) await fulfil(id);
  expect([await kept.state(), await kept.points()]).toEqual([
    expect.objectContaining({ status: 'issued' }),
    -200,
  ]);
  expect([await ended.state(), await ended.points()]).toEqual([
    expect.objectContaining({ status: 'failed' }),
    0,
  ]);
});

test('when several admins assign at once, exactly one gets it and the others read the name', async () => {
  const { id } = await waiting();
  const admins = await Promise.all(Array.from({ length: 8 }, newAdmin));
  const results = await Promise.allSettled(admins.map((admin) => claim(id, admin)));
  expect(codesOf(results)).toEqual([...Array.from({ length: 7 }, () => 'fulfilment_claimed'), 'ok']);
  const loser = results.find((result) => result.status === 'rejected');
  expect(loser?.reason).toMatchObject({ details: { name: 'Robin Example' }, status: 409 });
  const decided = await Promise.allSettled(admins.map((admin) => give(id, admin)));
  expect(codesOf(decided).filter((code) => code === 'ok')).toHaveLength(1);
  await fulfil(id);
});

test('a double click decides once, also when fulfilling and refusing at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, state } = await waiting();
    await claim(id);
    const results = await Promise.allSettled([give(id), refuse(id), give(id), refuse(id)]);
    await Promise.all([fulfil(id), fulfil(id)]);
    const givenFirst = results[0]?.status === 'fulfilled' || results[2]?.status === 'fulfilled';
    const decided = 'fulfilment_decided';
    expect(codesOf(results)).toEqual(
      givenFirst ? [decided, decided, 'ok', 'ok'] : [decided, decided, decided, 'ok'],
    );
    expect((await state()).status).toBe(givenFirst ? 'issued' : 'failed');
  }
});

test('a decision needs an assignment, and an assignment that has ended can be taken over', async () => {
  const { id } = await waiting();
  await expect(give(id)).rejects.toEqual(refused('fulfilment_not_claimed'));
  await claim(id);
  await expect(refuse(id, ben)).rejects.toEqual(refused('fulfilment_claimed'));
  await expect(release(id, ben)).rejects.toEqual(refused('fulfilment_claimed'));
  await endClaim(id);
  expect((await claim(id, ben)).owner).toMatchObject({ id: ben, you: true });
  await expect(give(id, ann)).rejects.toEqual(refused('fulfilment_claimed'));
  expect((await release(id, ben)).owner).toBeNull();
  await expect(give(id, ben)).rejects.toEqual(refused('fulfilment_not_claimed'));
  await claim(id);
  await endClaim(id);
  await give(id);
  await fulfil(id);
  await expect(claim(id)).rejects.toEqual(refused('fulfilment_decided'));
});

test('an expiry date in the past is refused, and so is a redemption that needs no person', async () => {
  const { id } = await waiting();
  await claim(id);
  await expect(give(id, ann, { ...CODE, expiresOn: '2020-01-01' })).rejects.toEqual(refused('invalid_input'));
  const cards = await database
    .selectFrom('cardRedemptions')
    .select('id')
    .where('provider', '=', 'sandbox')
    .execute();
  await expect(claim(cards[0]?.id ?? '')).rejects.toEqual(refused('not_found'));
});

test('a redemption that waits for codes can be fulfilled or refused by a person', async () => {
  const [first, second] = [await waiting('stock'), await waiting('stock')];
  expect(await first.state()).toMatchObject({ status: 'processing', reason: 'out_of_stock' });
  const queued = (await listFulfilments(database, ann, OWN_SERVING)).filter(
    ({ waitsFor }) => waitsFor === 'stock',
  );
  expect(queued.map(({ redemptionId }) => redemptionId)).toEqual([first.id, second.id]);
  await Promise.all([claim(first.id), claim(second.id)]);
  await Promise.all([give(first.id), refuse(second.id)]);
  await addCodes(database, second.reward, ['TOO LATE']);
  await Promise.all([fulfil(first.id), fulfil(second.id)]);
  expect((await codeOfReward(reveal, first.memberId, first.id)).code).toBe('RIDE-1');
  expect(await second.points()).toBe(200);
  expect(await own.take(second.id)).toEqual({ t: 'refused' });
  expect((await readStock(database, second.reward.id)).counts).toMatchObject({ free: 1, given: 0 });
});

test('when a person and new codes come at once, the member gets one of the two', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, memberId, reward } = await waiting('stock');
    await claim(id);
    await addCodes(database, reward, ['NEW']);
    const [given] = await Promise.allSettled([give(id), fulfil(id)]);
    await fulfil(id);
    await sql`update card_redemptions set leased_until = now() where id = ${id} and status <> 'issued'`.execute(
      database,
    );
    await fulfil(id);
    const { code } = await codeOfReward(reveal, memberId, id);
    expect(code).toBe(given.status === 'fulfilled' ? 'RIDE-1' : 'NEW');
  }
});

describe('what was given by hand', () => {
  test('is refused for another redemption of the reward, whoever gives it and with whatever PIN or last day', async () => {
    const { reward, members, first, second } = await twoWaiting();
    await give(first, ann, named('C-1', { pin: '1' }));
    for (const again of [
      named('C-1'),
      named('C-1', { pin: '2' }),
      named('C-1', { expiresOn: '2999-12-31' }),
    ]) {
      await expect(give(second, ben, again)).rejects.toEqual(refused('code_known'));
    }
    await give(second, ben, named('C-2'));
    await Promise.all([fulfil(first), fulfil(second)]);
    expect([await codeOf(members[0], first), await codeOf(members[1], second)]).toEqual(['C-1', 'C-2']);

    const third = await askForReward(database, await knownMember(database, 200), reward.id);
    await claim(third.id);
    await expect(give(third.id, ann, named('C-1'))).rejects.toEqual(refused('code_known'));
    await give(third.id, ann, link);
    const fourth = await askForReward(database, await knownMember(database, 200), reward.id);
    await claim(fourth.id, ben);
    await expect(give(fourth.id, ben, link)).rejects.toEqual(refused('code_known'));
    const elsewhere = await waiting();
    await claim(elsewhere.id, ben);
    await give(elsewhere.id, ben, named('C-1'));
  });

  test('is known to an upload and to its trial, and the next member gets another code', async () => {
    const { reward, members, first, second } = await twoWaiting('stock');
    await give(first, ann, named('C-1'));
    await fulfil(first);
    const file = ['C-1,1234', 'C-2'];
    for (const dryRun of [true, false]) {
      expect(await addCodes(database, reward, file, dryRun)).toMatchObject({
        accepted: 1,
        problems: [{ line: 1, problem: 'duplicate_known' }],
      });
    }
    await fulfil(second);
    expect([await codeOf(members[0], first), await codeOf(members[1], second)]).toEqual(['C-1', 'C-2']);
  });

  test('is not in stock and was not given from it; a void code is given once', async () => {
    const { reward, members, first, second } = await twoWaiting('stock');
    await addCodes(database, reward, ['STOCK-1']);
    await expect(give(first, ann, named('STOCK-1'))).rejects.toEqual(refused('code_known'));
    await fulfil(first);
    expect(await codeOf(members[0], first)).toBe('STOCK-1');
    await expect(give(second, ben, named('STOCK-1'))).rejects.toEqual(refused('code_known'));
    await give(second, ben, named('OLD-1'));
    await fulfil(second);
    expect(await codeOf(members[1], second)).toBe('OLD-1');
    await addCodes(database, reward, ['STOCK-2']);
    const third = await askForReward(database, await knownMember(database, 200), reward.id);
    await transact((tx) => voidStock(tx, reward.id, { uploadId: null }));
    await claim(third.id);
    await expect(give(third.id, ann, named('OLD-1'))).rejects.toEqual(refused('code_known'));
    expect(await addCodes(database, reward, ['OLD-1'])).toMatchObject({
      problems: [{ problem: 'duplicate_known' }],
    });
  });

  test('may be a code of the stock past its last day, which is then known', async () => {
    const { reward, members, first, second } = await twoWaiting('stock');
    await addCodes(database, reward, ['OVER,,2998-01-01']);
    await expect(give(first, ann, named('OVER'))).rejects.toEqual(refused('code_known'));
    await sql`update voucher_codes set expires_at = now() - interval '1 day' where reward_id = ${reward.id}`.execute(
      database,
    );
    await give(first, ann, named('OVER'));
    await expect(give(second, ben, named('OVER'))).rejects.toEqual(refused('code_known'));
    expect(await addCodes(database, reward, ['OVER,,2999-01-01'])).toMatchObject({ accepted: 0 });
    await fulfil(first);
    expect(await codeOf(members[0], first)).toBe('OVER');
  });

  test('goes to one redemption when two admins give it at once, or one uploads it', async () => {
    for (let round = 0; round < 5; round++) {
      const { reward, first, second } = await twoWaiting('stock');
      const hands = await Promise.allSettled([
        give(first, ann, named('C-1')),
        give(second, ben, named('C-1')),
      ]);
      expect(codesOf(hands)).toEqual(['code_known', 'ok']);
      const left = hands[0]?.status === 'fulfilled' ? ([second, ben] as const) : ([first, ann] as const);
      const [hand, upload] = await Promise.allSettled([
        give(...left, named('C-2')),
        addCodes(database, reward, ['C-2']),
      ]);
      const stored = upload.status === 'fulfilled' && upload.value.accepted;
      expect([hand.status, stored]).toEqual(hand.status === 'fulfilled' ? ['fulfilled', 0] : ['rejected', 1]);
      await Promise.all([fulfil(first), fulfil(second)]);
    }
  });

  test('is given once when the same admin sends it again, also at once and after it was issued', async () => {
    const { id, memberId } = await waiting();
    await claim(id);
    const made = named('C-1', { pin: '42', expiresOn: '2999-12-31' });
    await Promise.all([give(id, ann, made), give(id, ann, made)]);
    const row = () =>
      database.selectFrom('fulfilments').selectAll().where('redemptionId', '=', id).executeTakeFirstOrThrow();
    const before = await row();
    await give(id, ann, made);
    await fulfil(id);
    await give(id, ann, made);
    expect(await row()).toEqual(before);
    expect(await codeOf(memberId, id)).toBe('C-1');
    const others = [named('C-2'), { ...made, pin: '43' }, { ...made, expiresOn: null }, link];
    for (const other of others) {
      await expect(give(id, ann, other)).rejects.toEqual(refused('fulfilment_decided'));
    }
    await expect(give(id, ben, made)).rejects.toEqual(refused('fulfilment_decided'));
    expect(await row()).toEqual(before);
  });
});

test('a voided fulfilment cannot be fulfilled', async () => {
  const { id } = await waiting();
  await claim(id);
  const [manual] = providers;
  expect(await manual?.void(id, AbortSignal.timeout(1_000))).toEqual({ t: 'absent' });
  await expect(give(id)).rejects.toEqual(refused('fulfilment_decided'));
  await sql`update card_redemptions set leased_until = now() where id = ${id}`.execute(database);
  await fulfil(id);
});

test.each([
  [
    'a refused redemption that was issued',
    "insert into fulfilments (redemption_id, decision, decided_at) values ($id, 'refused', now()) on conflict (redemption_id) do update set decision = 'refused', reveal = null, sealed = null",
    'was refused by a person and is issued',
  ],
  [
    'a code of the stock that was given by hand before',
    `insert into voucher_codes (reward_id, upload_id, uploaded_by, fingerprint, redemption_id, given_at)
      select r.reward_id, gen_random_uuid(), r.user_id, f.fingerprint, r.id, now()
      from fulfilments f join card_redemptions r on r.id = f.redemption_id where f.redemption_id = $id`,
    'was given by hand the code of the redemption',
  ],
  ['an issued one that nobody made', 'delete from fulfilments where redemption_id = $id', 'has no reward'],
])('the proof names %s', async (_, fault, line) => {
  const { id } = await waiting();
  await claim(id);
  await give(id);
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
