import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { listPostbacks, proveEarning, replayPostback } from '#domain/earning/index.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import { MAILBOX_KEY } from '#testing/factories.ts';
import { startPostbackSite } from '#testing/postbacks.ts';
import { OFFER_FIELDS, SECRET, wall } from '#testing/walls.ts';

const { database, memberWithCode, call, plain, pointsOf, logOf, transactionOf } = await startPostbackSite();

/** As the server's wall `plain` has it, but for the parts that are given. */
const reading = (postback: Parameters<typeof wall>[1]) => [
  {
    definition: wall('plain', postback),
    settings: {},
    secrets: { key: SECRET },
    maxPoints: 1000,
    holdDays: 0,
    share: [],
  },
];
const unchanged = reading({});
/** Its definition took statuses 3 and 4 for what they are not. */
const mended = reading({
  fields: OFFER_FIELDS,
  outcomes: [{ when: [{ field: 'status', op: 'eq', value: '2' }], then: 'reverse' }],
});
const replayOf = (logId: string, walls = mended, adminId: string = randomUUID()) =>
  transactOn(database)((tx) => replayPostback(tx, walls, { logId, adminId }, 100));
const entryOf = async (tx: string) => (await logOf(tx))[0]?.id ?? '';

describe('a call that was acknowledged and moved nothing', () => {
  test.each([
    ['pending', 3],
    ['ignored', 4],
  ])('as %s is paid once by a replay under the mended definition', async (was, status) => {
    const { id, code, tx } = await memberWithCode();
    const sent = { tx, user: code, points: 40, status };
    expect(await plain(sent)).toBe('200 OK');
    const entry = await entryOf(tx);
    expect(await replayOf(entry, unchanged)).toEqual({ was, verdict: was, waits: true });
    expect(await pointsOf(id)).toBe(0);
    const replay = () => replayOf(entry).catch((error: Error) => error.message);
    const answers = await Promise.all([replay(), replay()]);
    expect(answers).toContainEqual({ was, verdict: 'credited', waits: false });
    expect(answers).toContainEqual('This postback was replayed or closed already.');
    expect(await plain({ tx, user: code, points: 40 })).toBe('200 DUP');
    expect(await pointsOf(id)).toBe(40);
  });

  test('is netted if it was taken back meanwhile', async () => {
    const { id, code, tx } = await memberWithCode();
    await plain({ tx, user: code, points: 40, status: 4 });
    expect(await plain({ tx, user: code, points: 40, status: 2 })).toBe('200 OK');
    expect(await replayOf(await entryOf(tx))).toMatchObject({ verdict: 'netted', waits: false });
    expect(await pointsOf(id)).toBe(0);
    expect((await transactionOf(tx))?.status).toBe('reversed');
  });

  test('pays nobody if a copy of it names another member, and can be replayed by no one who has its points', async () => {
    const [one, other] = [await memberWithCode(), await memberWithCode()];
    for (const { code } of [other, one]) await plain({ tx: one.tx, user: code, points: 40, status: 4 });
    for (const { id } of await logOf(one.tx))
      expect(await replayOf(id)).toEqual({ was: 'ignored', verdict: 'conflict', waits: true });
    await plain({ tx: other.tx, user: other.code, points: 40, status: 4 });
    await expect(replayOf(await entryOf(other.tx), mended, other.id)).rejects.toMatchObject({
      code: 'approval_own',
    });
    expect([await pointsOf(one.id), await pointsOf(other.id)]).toEqual([0, 0]);
  });

  test.each<[string, (click: string) => Record<string, string>]>([
    ['the click', (click) => ({ click })],
    ['the offer alone', () => ({ offer: '7' })],
  ])('and names %s is not paid once more to who was granted a report about its click', async (_, naming) => {
    const { id, code, tx } = await memberWithCode();
    const start = async () => {
      const click = { userId: id, wall: 'plain', offerId: '7', revision: 1, digest: '', title: 'Game' };
      const clickId = randomUUIDv7();
      await database
        .insertInto('offerClicks')
        .values({ ...click, id: clickId, goals: '[]', keptUntil: new Date() })
        .execute();
      return clickId;
    };
    const click = await start();
    const claim = { userId: id, wall: 'plain', title: 'Game', text: 'Nothing came', clickId: click };
    const { id: claimId } = await database
      .insertInto('rewardClaims')
      .values({
        ...{ ...claim, happenedAt: new Date(), decision: 'granted', points: 40, decidedAt: new Date() },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await plain({ tx, user: code, points: 40, status: 4, ...naming(click) });
    // A start after the call was there is another one.
    await start();
    await expect(replayOf(await entryOf(tx))).rejects.toMatchObject({ code: 'claim_granted_before' });
    expect(await pointsOf(id)).toBe(0);
    await database.deleteFrom('rewardClaims').where('id', '=', claimId).execute();
    expect(await replayOf(await entryOf(tx))).toMatchObject({ verdict: 'credited' });
    expect(await pointsOf(id)).toBe(40);
  });
});

test('a call that was not acknowledged, or a test, cannot be replayed', async () => {
  const { id, code, tx } = await memberWithCode();
  expect(await plain({ tx: `${tx}-a`, user: code, status: 4, points: 'many', debug: 'true' })).toBe('200 OK');
  expect(await plain({ tx: `${tx}-b`, user: code, points: 'many' })).toBe('403 BAD');
  expect(await call(`plain?${new URLSearchParams({ tx: `${tx}-c`, user: code, points: '5' })}`)).toBe(
    '403 BAD',
  );
  for (const end of ['a', 'b', 'c'])
    await expect(replayOf(await entryOf(`${tx}-${end}`))).rejects.toMatchObject({ code: 'not_found' });
  expect(await pointsOf(id)).toBe(0);
});

test('a call about a member who has left cannot be replayed, as nothing of it is kept', async () => {
  const { id, code, tx } = await memberWithCode();
  await plain({ tx: `${tx}-before`, user: code, points: 40, status: 4 });
  await transactOn(database)((t) => eraseAccount(t, id, MAILBOX_KEY));
  expect(await plain({ tx: `${tx}-credit`, user: code, points: 40 })).toBe('200 OK');
  expect(await plain({ tx: `${tx}-idle`, user: code, points: 40, status: 4 })).toBe('200 OK');
  for (const end of ['before', 'credit', 'idle']) {
    const transaction = `${tx}-${end}`;
    const { rows } = await listPostbacks(database, ['plain'], { transaction });
    expect([rows.length, rows.filter(({ replayable }) => replayable)]).toEqual([
      end === 'before' ? 0 : 1,
      [],
    ]);
    await expect(replayOf(await entryOf(transaction))).rejects.toMatchObject({ code: 'not_found' });
  }
});

test('the ledger has every replayed point', async () => {
  expect(await proveEarning(database)).toEqual([]);
});
