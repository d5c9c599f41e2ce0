import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addNote } from '#domain/administration/members/notes.ts';
import { Refusal } from '#domain/common/refusal.ts';
import {
  addFavourite,
  decideSharing,
  listWalls,
  openIntake,
  receivePostback,
} from '#domain/earning/index.ts';
import type { IntakePorts } from '#domain/earning/intake/intake.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { notify, resendNotice } from '#domain/notices/index.ts';
import {
  countOpenRedemptions,
  fulfilRedemption,
  proveRedemptions,
  saveBillingAddress,
  voidStock,
} from '#domain/redemption/index.ts';
import { watchMembers } from '#domain/trust/index.ts';
import { type SandboxCall, SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, MAILBOX_KEY } from '#testing/factories.ts';
import { signed } from '#testing/postbacks.ts';
import { BILLING_ADDRESS, endLease, issuerFolder, NO_ISSUERS, openRedemption } from '#testing/redemption.ts';
import { addCodes, addReward, askForReward, knownMember } from '#testing/rewards.ts';
import { OFFER_FIELDS, SECRET, wall as wallOf } from '#testing/walls.ts';
import { eraseAccount } from './erase-account.ts';

const { database, transact } = await testDatabase();

/** An issuer that prepares a card and does not say so. */
async function silentIssuer(): Promise<SandboxIssuer> {
  const fault = (call: SandboxCall) => (call === 'prepare' ? 'lose_reply' : undefined);
  return new SandboxIssuer({ dataDir: await issuerFolder(), fault });
}

test.each([
  ['was asked for is issued', true, 'issued', 0],
  ['nobody was asked for is not made, and its points go back', false, 'failed', 100],
])(
  'a reward that %s when its member has left, and makes no notice',
  async (_what, wasAsked, status, points) => {
    const { id, memberId } = await openRedemption(database);
    const providers = [await silentIssuer()];
    const fulfil = () => fulfilRedemption({ transact, providers, report: () => {} }, id);
    if (wasAsked) await fulfil();
    await transact((tx) => eraseAccount(tx, memberId, MAILBOX_KEY));
    await endLease(database, id);
    await fulfil();
    const row = await database
      .selectFrom('cardRedemptions')
      .innerJoin('users', 'users.id', 'cardRedemptions.userId')
      .select(['status', 'points'])
      .where('cardRedemptions.id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ status, points });
    expect(await providers[0]?.cards()).toHaveLength(wasAsked ? 1 : 0);
    expect(await database.selectFrom('notices').selectAll().execute()).toEqual([]);
    expect([await proveLedger(database), await proveRedemptions(database)]).toEqual([[], []]);
  },
);

test.each([
  ['is issued if its provider has made it', true, 'issued', 0],
  ['is not made, and its points go back, if its provider has none', false, 'failed', 100],
])(
  'a reward without an answer for 20 hours whose member has left %s',
  async (_what, wasMade, status, points) => {
    const { id, memberId } = await openRedemption(database);
    const asked: SandboxCall[] = [];
    const fault = (call: SandboxCall) => {
      asked.push(call);
      if (call !== 'prepare') return undefined;
      return wasMade ? 'lose_reply' : 'lose_request';
    };
    const issuer = new SandboxIssuer({ dataDir: await issuerFolder(), fault });
    const fulfil = () => fulfilRedemption({ transact, providers: [issuer], report: () => {} }, id);
    await fulfil();
    await sql`update card_redemptions set unanswered_since = now() - interval '21 hours',
      last_unanswered_at = now() - interval '21 hours', promised_by = now() - interval '20 hours'
      where id = ${id}`.execute(database);
    const lateOnes = async () => (await countOpenRedemptions(database)).filter(({ late }) => late > 0);
    expect(await lateOnes()).toMatchObject([{ late: 1 }]);
    await transact((tx) => eraseAccount(tx, memberId, MAILBOX_KEY));
    expect(await lateOnes()).toEqual([]);
    await endLease(database, id);
    await fulfil();
    const row = await database
      .selectFrom('cardRedemptions')
      .innerJoin('users', 'users.id', 'cardRedemptions.userId')
      .select(['status', 'points'])
      .where('cardRedemptions.id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ status, points });
    expect(asked.filter((call) => call === 'prepare')).toHaveLength(1);
    expect(await issuer.cards()).toHaveLength(wasMade ? 1 : 0);
    expect([await proveLedger(database), await proveRedemptions(database)]).toEqual([[], []]);
  },
);

test('an award that is issued after its member has left writes no choice of theirs', async () => {
  const { id, memberId } = await openRedemption(database);
  const award = await database
    .insertInto('cashRewards')
    .values({ userId: memberId, amountCents: 100, cardTier: '1USD' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database
    .updateTable('cardRedemptions')
    .set({ awardId: award.id, pointsUsed: 0 })
    .where('id', '=', id)
    .execute();
  const providers = [await silentIssuer()];
  const fulfil = () => fulfilRedemption({ transact, providers, report: () => {} }, id);
  await fulfil();
  await transact((tx) => eraseAccount(tx, memberId, MAILBOX_KEY));
  await endLease(database, id);
  await fulfil();
  const member = database.selectFrom('users').select(['lastRewardedAt', 'cardTierLastChosen']);
  expect(await member.where('id', '=', memberId).executeTakeFirst()).toEqual({
    lastRewardedAt: expect.any(Date),
    cardTierLastChosen: null,
  });
});

test('leaving, giving an address and getting codes at once meet no deadlock', async () => {
  for (let round = 0; round < 4; round += 1) {
    const reward = await addReward(database);
    await addCodes(database, reward, ['ONE']);
    const memberId = await knownMember(database, 200);
    const { id } = await askForReward(database, memberId, reward.id);
    await transact((tx) => voidStock(tx, reward.id, { uploadId: null }));
    // Twenty waiting redemptions, whose ids are in another order than their times.
    await sql`insert into card_redemptions select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
        'request_id', gen_random_uuid(), 'created_at', r.created_at + make_interval(secs => n)))).*
      from card_redemptions r, generate_series(2, 20) n where r.id = ${id}`.execute(database);
    const ended = await Promise.allSettled([
      transact((tx) => saveBillingAddress(tx, memberId, BILLING_ADDRESS, NO_ISSUERS)),
      addCodes(
        database,
        reward,
        Array.from({ length: 20 }, () => randomUUID()),
      ),
      transact((tx) => eraseAccount(tx, memberId, MAILBOX_KEY)),
    ]);
    const refused = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    // The address is refused if it comes after the account was closed; then no address is stored.
    for (const reason of refused) expect(reason).toEqual(new Refusal('not_found'));
    const kept = database.selectFrom('billingAddresses').selectAll().where('userId', '=', memberId);
    expect(await kept.execute()).toEqual([]);
  }
});

test('who is given a role while leaving stays, as the role has to be taken away on record', async () => {
  const { memberId } = await openRedemption(database);
  const granting = await database.startTransaction().execute();
  await sql`update users set is_admin = true, staff_role = 'finance' where id = ${memberId}`.execute(
    granting,
  );
  const leaving = transact((tx) => eraseAccount(tx, memberId, MAILBOX_KEY));
  // Awaited only below: it may be refused before the commit has answered.
  const refused = expect(leaving).rejects.toEqual(new Refusal('role_held'));
  await untilBlocked(granting);
  await granting.commit().execute();
  await refused;
});

test('leaving while the address changes is refused, as the other mailbox was not locked', async () => {
  const { memberId } = await openRedemption(database);
  const moving = await database.startTransaction().execute();
  await sql`update users set email = ${`moved-${memberId}@example.com`} where id = ${memberId}`.execute(
    moving,
  );
  const leaving = transact((tx) => eraseAccount(tx, memberId, MAILBOX_KEY));
  // Awaited only below: it may be refused before the commit has answered.
  const refused = expect(leaving).rejects.toEqual(new Refusal('busy'));
  await untilBlocked(moving);
  await moving.commit().execute();
  await refused;
  const kept = database.selectFrom('users').select('erasedAt').where('id', '=', memberId);
  expect(await kept.executeTakeFirst()).toEqual({ erasedAt: null });
});

test('leaving several times at once is leaving once', async () => {
  const { memberId } = await openRedemption(database);
  const email = `${memberId}@example.com`;
  await Promise.all([1, 2, 3].map(() => transact((tx) => eraseAccount(tx, memberId, MAILBOX_KEY))));
  const jobs = await database
    .selectFrom('users')
    .select(['email', 'erasedAt'])
    .where('id', '=', memberId)
    .executeTakeFirst();
  expect(jobs).toEqual({ email: `erased-${memberId}@erased.invalid`, erasedAt: expect.any(Date) });
  expect(await database.selectFrom('users').where('email', '=', email).execute()).toEqual([]);
});

const configured = (id: string) => ({
  ...{ definition: wallOf(id, { fields: OFFER_FIELDS }), settings: {}, secrets: { key: SECRET } },
  ...{ maxPoints: 1_000, holdDays: 0 },
  // It wants the address of members.
  share: ['email' as const],
});
const wall = 'plain';
const walls = [configured(wall)];
/** A wall that knows the member. */
const games = configured('games');
await sql`insert into feeds (wall) values ('games')`.execute(database);
await sql`insert into feed_offers (wall, offer_id, digest, title, description, requirements, categories, states, systems,
    click_template, steps, purchase)
  values ('games', '1', 'd', 'Offer', '', '{}', '{}', '{}', '{}', 'https://games.example/{user}', 1, false)`.execute(
  database,
);
/** A call of the wall that is not final yet. */
async function tellPending(values: Record<string, string>): Promise<void> {
  const intake = openIntake({ transact, origin: 'https://site.example' } as IntakePorts);
  const target = `/api/postbacks/games?${signed({ tx: randomUUID(), points: 10, status: '3', ...values })}`;
  const request = { method: 'GET', target, header: () => undefined, body: Buffer.alloc(0), ip: '192.0.2.7' };
  expect(await receivePostback(intake, games, request)).toMatchObject({ verdict: 'pending' });
}
const noticeTo = (userId: string) => ({
  ...{ key: randomUUID(), userId, kind: 'data_exported' as const },
  data: { to: `${userId}@example.com` },
});

test.each<[string, (member: { id: string; noticeId: string; code: string }) => Promise<unknown>]>([
  ['a notice', ({ id }) => transact((tx) => notify(tx, noticeTo(id)))],
  ['a notice that staff send again', ({ id, noticeId }) => transact((tx) => resendNotice(tx, id, noticeId))],
  [
    'a note of staff',
    ({ id }) => transact((tx) => addNote(tx, { userId: id, author: id, text: 'Robin called.' })),
  ],
  ['signals', () => watchMembers(transact)],
  ['the code of a wall', ({ id }) => listWalls(database, { walls, pauses: [] }, { id, isAdmin: false })],
  [
    'what a wall may be told',
    ({ id }) => transact((tx) => decideSharing(tx, walls, { memberId: id, wall, fields: ['email'] })),
  ],
  ['a step of an offer', ({ code }) => tellPending({ user: code, offer: '1', goal: 'a' })],
  ['a call of a wall that moves nothing', ({ code }) => tellPending({ user: code })],
  [
    'a favourite',
    ({ id }) => transact((tx) => addFavourite(tx, { memberId: id, wall: 'games', offer: '1' })),
  ],
])('%s that is written while the member leaves does not stay', async (_what, write) => {
  const { id } = await createMember(database);
  await sql`insert into tasks (user_id, task_type, points_earned, wall, reversed_at)
    select ${id}::uuid, 'survey', 10, ${wall}, now() from generate_series(1, 40)`.execute(database);
  const code = randomUUID().replaceAll('-', '');
  await database.insertInto('wallMembers').values({ wall: 'games', code, userId: id }).execute();
  await transact((tx) => notify(tx, noticeTo(id)));
  const { id: noticeId } = await database
    .selectFrom('notices')
    .select('id')
    .where('userId', '=', id)
    .executeTakeFirstOrThrow();
  let written: Promise<unknown> = Promise.resolve();
  await transact(async (leaving) => {
    await eraseAccount(leaving, id, MAILBOX_KEY);
    written = write({ id, noticeId, code });
    // Awaited only below: it may be refused before the commit has answered.
    written.catch(() => {});
    await untilBlocked(leaving);
  });
  await written.catch((error: unknown) => expect(error).toEqual(new Refusal('not_found')));
  const emptied = [
    ...['notices', 'staffNotes', 'trustSignals', 'wallMembers'],
    ...['offerEvents', 'offerFavourites'],
  ] as const;
  for (const table of emptied) {
    const left = await database.selectFrom(table).select('userId').where('userId', '=', id).execute();
    expect([table, left]).toEqual([table, []]);
  }
  const logged = database.selectFrom('postbackLog').select(['memberCode', 'raw']);
  const named = logged.where(sql<boolean>`member_code = ${code} or strpos(raw, ${code}) > 0`);
  expect(await named.execute()).toEqual([]);
});

test('the last mails go to the address and to those that the account had lately, and tell of a copy of the data', async () => {
  const member = await createMember(database);
  const recently = `recently-${member.id}@example.com`;
  for (const to of [recently, `long-ago-${member.id}@example.com`, member.email])
    await transact((tx) =>
      notify(tx, { key: randomUUID(), userId: member.id, kind: 'email_changed', data: { to } }),
    );
  await sql`update notices set created_at = now() - interval '31 days'
    where user_id = ${member.id} and data->>'to' like 'long-ago-%'`.execute(database);
  await transact((tx) => notify(tx, noticeTo(member.id)));
  await transact((tx) => eraseAccount(tx, member.id, MAILBOX_KEY));
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'send_farewell_mail' and j.payload->>'email' in (${member.email}, ${recently},
      ${`long-ago-${member.id}@example.com`}) order by j.id`.execute(database);
  const mail = { language: 'en', at: expect.stringMatching(/^20/), hasCopy: true };
  expect(rows.map(({ payload }) => payload)).toEqual([
    { email: member.email, ...mail },
    { email: recently, ...mail, isEarlier: true },
  ]);
});
