import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { WEBHOOK_EVENTS } from '#contract/webhooks.values.ts';
import { transactOn } from '#database/transaction.ts';
import { rollUpRevenue } from '#domain/earning/index.ts';
import { seedDatabase } from '#server/ops/seed.ts';
import { WAIT } from '#testing/patience.ts';
import { forgetUsedCodes, mailsWith, newAddress, PASSWORD, setUpTwoFactor, signUp } from './accounts.ts';
import { Authenticator } from './authenticator.ts';
import { giveGrants, solveCaptcha } from './captcha.ts';
import { createMember, credit, signIn } from './factories.ts';
import { LINK, newMission, SURVEY } from './missions.ts';
import { BILLING_ADDRESS } from './redemption.ts';
import { rollUpAll } from './roll-up.ts';
import type { ApiAnswer, TestServer, Visitor } from './server.ts';

type Person = Visitor & { id: string; email: string };

const SEEDED = { members: 40, tasks: 400 };
/** Settings of a site whose rewards are all its own, so that nothing of it is anywhere but in its database. */
export const POPULATED = {
  PAYOUT_PROVIDER: 'manual',
  APP_SECRET: 'what a populated site encrypts with, no secret',
};

/**
 * Fills an empty site, of these settings, with made-up members of earlier days, and lets people use it: afterwards every
 * table has rows, and both audits are empty. Things of each kind stay open: a review, a claim, an appeal, an approval.
 */
export async function populate(site: TestServer): Promise<void> {
  const { database } = site;
  await seedDatabase(database, SEEDED.members, SEEDED.tasks);
  // Of the sandbox issuer, whose book is not in the database: too old to be compared with it.
  await sql`update card_redemptions set created_at = created_at - interval '60 days',
    issued_at = issued_at - interval '60 days', promised_by = promised_by - interval '60 days'`.execute(
    database,
  );

  const [owner, second] = [await staff(site), await staff(site)];
  await connect(owner);
  const member = await signsUp(site);
  await credit(database, member.id, 9_000);
  await signsIn(site, member);
  await earns(site, member);
  await doesMissions(site, member, owner);
  await redeems(site, member, owner);
  await givesAndTakes(member, owner, second);
  await isAnswered(member, owner);
  await leavesPaused(site, owner);
  await configures(owner);
  await rollUp(site);
  await fillTheRest(site, member);
}

const ok = async (answer: Promise<ApiAnswer>) => {
  const { status, body } = await answer;
  if (status !== 200)
    throw new Error(`a call of the populated site returned ${status}: ${JSON.stringify(body)}`);
  return body;
};

async function person(site: TestServer, values: Parameters<typeof createMember>[1]): Promise<Person> {
  const { id, email, isAdmin } = await createMember(site.database, values);
  const visitor = Object.assign(site.visitor(), { id, email });
  visitor.cookie = await signIn(site.database, { id, isAdmin });
  return visitor;
}
const staff = (site: TestServer) => person(site, { isAdmin: true });

async function connect(owner: Person): Promise<void> {
  // A port that nobody listens on: tries are noted as failed.
  const endpoint = { url: 'http://127.0.0.1:1/hooks', events: WEBHOOK_EVENTS, description: 'CRM' };
  const { id } = await ok(owner.post('/api/admin/webhooks', endpoint));
  await ok(owner.post(`/api/admin/webhooks/${id}/test`));
  await ok(owner.post('/api/admin/keys', { name: 'Accounting', scopes: ['site.read'], days: 30 }));
}

async function signsUp(site: TestServer): Promise<Person> {
  const stranger = { email: newAddress(), password: PASSWORD, name: 'Sam' };
  await site.visitor().post('/api/register', stranger);
  await mailsWith(site, stranger.email, /\d{6}/);
  const { visitor, email, id } = await signUp(site);
  return Object.assign(visitor, { email, id });
}

async function signsIn(site: TestServer, member: Person): Promise<void> {
  const captcha = await ok(member.get('/api/captcha/challenge?action=redemption'));
  await ok(member.post('/api/verify-captcha', { token: await solveCaptcha(captcha) }));
  await ok(site.visitor().post('/api/login', { username: member.email, password: PASSWORD }));
  await site.visitor().post('/api/forgot-password', { email: member.email });
  await mailsWith(site, member.email, /reset-password/);
  await ok(member.call('PATCH', '/api/user/profile', { email: newAddress() }));
  const here = { origin: new URL(site.url).origin };
  const device = new Authenticator();
  const response = device.make(await ok(member.post('/api/user/passkeys/options')), here);
  await ok(member.post('/api/user/passkeys', { response }));
  const { body: challenge } = await site.visitor().post('/api/login/passkey/options');
  await ok(site.visitor().post('/api/login/passkey', { response: device.sign(challenge, here) }));
  const { id: userId } = member;
  const waiting = () =>
    site.database.selectFrom('emailChangeCodes').selectAll().where('userId', '=', userId).executeTakeFirst();
  await vi.waitFor(async () => {
    if (!(await waiting())) throw new Error('no code for the new address');
  }, WAIT);
  await setUpTwoFactor(site, { visitor: member, id: userId });
  await forgetUsedCodes(site, userId);
  // Nothing is pushed: the service of the subscription is none.
  const { database } = site;
  await database.updateTable('users').set({ pushNotifications: false }).where('id', '=', userId).execute();
  await database
    .insertInto('pushSubscriptions')
    .values({ userId, endpoint: `https://push.invalid/${userId}`, p256dh: 'key', auth: 'secret' })
    .execute();
  await ok(member.call('PUT', '/api/user/billing-address', BILLING_ADDRESS));
}

async function earns(site: TestServer, member: Person): Promise<void> {
  const walls = await ok(member.get('/api/walls'));
  const user = walls.find((wall: { id: string }) => wall.id === 'sandbox').memberCode;
  const send = (values: object) => ok(member.post('/dev/wall/send', { user, ...values }));
  for (const offer of ['game', 'survey', 'video']) await send({ action: 'complete', offer });
  const { transactionId: tx } = await site.database
    .selectFrom('webhookTransactions')
    .select('transactionId')
    .where('provider', '=', 'sandbox')
    .where('userId', '=', member.id)
    .limit(1)
    .executeTakeFirstOrThrow();
  for (const action of ['again', 'forged', 'reversal']) await send({ action, tx });
  // Of a member whom nobody knows.
  await send({ action: 'complete', offer: 'video', user: 'somebody0else0000000' });
}

async function doesMissions(site: TestServer, member: Person, owner: Person): Promise<void> {
  const { database } = site;
  await giveGrants(database, member.id, 'mission', 3);
  const survey = await newMission(database, { content: SURVEY });
  await ok(member.post(`/api/missions/${survey}/start`));
  await ok(member.post(`/api/missions/${survey}/answers`, { answers: { q1: 'yes', q2: 'no' } }));
  const link = await newMission(database, { content: LINK });
  await ok(member.post(`/api/missions/${link}/start`));
  await site.visitor().get('/api/mission-postbacks/acme?click=unknown&transaction=1&signature=forged');
  await ok(owner.get('/api/admin/missions'));
}

async function redeems(site: TestServer, member: Person, owner: Person): Promise<void> {
  const { database } = site;
  await giveGrants(database, member.id, 'redemption', 10);
  const reward = (provider: string) =>
    ok(
      owner.post('/api/admin/rewards', {
        ...{
          key: randomUUID(),
          kind: 'food_voucher',
          title: 'Lunch',
          description: 'At noon',
          amountUSD: 100,
        },
        ...{ provider, productIds: [], regions: [], status: 'active' },
      }),
    );
  const [byHand, ofStock] = [await reward('manual'), await reward('stock')];
  const codes = { amountUSD: ofStock.amountUSD, csv: 'ONE\nTWO\nTHREE', dryRun: false };
  await ok(owner.post(`/api/admin/rewards/${ofStock.id}/stock`, codes));
  const redeem = async (what: object) => {
    const { id, status } = await ok(member.post('/api/redemptions', { requestId: randomUUID(), ...what }));
    if (status === 'review')
      await ok(owner.post(`/api/admin/reviews/${id}/decision`, { decision: 'pay', text: 'Looks right.' }));
    return id as string;
  };
  const becomes = (id: string, status: string) =>
    vi.waitFor(async () => {
      const row = await database
        .selectFrom('cardRedemptions')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirst();
      if (row?.status !== status) throw new Error(`the redemption is ${row?.status}`);
    }, WAIT);
  const fulfilled = await redeem({ cardTier: '1USD' });
  await ok(owner.post(`/api/admin/fulfilments/${fulfilled}/claim`));
  await ok(
    owner.post(`/api/admin/fulfilments/${fulfilled}/fulfil`, {
      kind: 'code',
      code: 'ABC',
      pin: '1234',
      expiresOn: null,
    }),
  );
  await becomes(fulfilled, 'issued');
  await becomes(await redeem({ rewardId: ofStock.id }), 'issued');
  const refused = await redeem({ rewardId: byHand.id });
  await ok(owner.post(`/api/admin/fulfilments/${refused}/claim`));
  await ok(owner.post(`/api/admin/fulfilments/${refused}/refuse`, { reason: 'Sold out.' }));
  await becomes(refused, 'failed');
  await redeem({ rewardId: byHand.id });
}

/** A pause and an appeal, a claim of each outcome, an open one of both. */
async function isAnswered(member: Person, owner: Person): Promise<void> {
  await ok(owner.post(`/api/admin/users/${member.id}/notes`, { text: 'Called us.' }));
  const happenedAt = new Date(Date.now() - 3_600_000).toISOString();
  const claim = async (title: string) =>
    (
      await ok(
        member.post('/api/claims', {
          about: { kind: 'wall', wall: 'sandbox', title },
          happenedAt,
          text: 'Missing.',
        }),
      )
    ).id;
  for (const decision of [{ decision: 'granted', points: 10 }, { decision: 'refused' }])
    await ok(
      owner.post(`/api/admin/claims/${await claim('A game')}/decision`, {
        ...decision,
        answer: 'We looked.',
      }),
    );
  await claim('Another game');
  for (const decision of ['granted', undefined]) {
    await ok(owner.post(`/api/admin/users/${member.id}/pause`, { reason: 'region', text: 'Where are you?' }));
    await ok(member.post('/api/user/appeal', { text: 'At home.' }));
    const [appeal] = await ok(owner.get('/api/admin/appeals'));
    if (decision)
      await ok(owner.post(`/api/admin/appeals/${appeal.id}/decision`, { decision, answer: 'Thank you.' }));
  }
}

/** Awards and adjustments, small and large; one large one stays open. */
async function givesAndTakes(member: Person, owner: Person, second: Person): Promise<void> {
  for (const [cardTier, amountUSD] of [
    ['1USD', 1],
    ['20USD', 20],
  ] as const)
    await ok(
      owner.post(`/api/admin/gift-cash/${member.id}`, {
        cardTier,
        amountUSD,
        reason: 'Thanks',
        requestId: randomUUID(),
      }),
    );
  for (const points of [5, 5_000, 6_000])
    await ok(
      owner.post(`/api/admin/users/${member.id}/adjustments`, {
        ...{ points, reasonCode: 'goodwill', text: 'Sorry.', requestId: randomUUID() },
      }),
    );
  const waiting = (await ok(second.get('/api/admin/approvals'))).filter(
    ({ state }: { state: string }) => state === 'open',
  );
  for (const [index, decision] of ['approved', 'declined'].entries())
    await ok(second.post(`/api/admin/approvals/${waiting[index].id}/decision`, { decision }));
}

async function configures(owner: Person): Promise<void> {
  await ok(
    owner.call('PUT', '/api/admin/risk-rules/new_account_large_balance', {
      enabled: true,
      parameters: { hours: 48, points: 5_000 },
    }),
  );
  await ok(owner.call('PUT', '/api/admin/walls/sandbox/pause', { reason: 'Late payments' }));
}

async function leavesPaused(site: TestServer, owner: Person): Promise<void> {
  const leaver = await person(site, { points: 50 });
  await earns(site, leaver);
  await ok(owner.post(`/api/admin/users/${leaver.id}/pause`, { reason: 'region', text: 'Where are you?' }));
  await ok(leaver.call('DELETE', '/api/user/account'));
}

async function rollUp({ database }: TestServer): Promise<void> {
  const transact = transactOn(database);
  await rollUpAll(database);
  await rollUpRevenue(transact);
}

/** What takes a vendor, or days, to come about. */
async function fillTheRest({ database }: TestServer, { id }: Person): Promise<void> {
  await sql`insert into trust_signals (user_id, signal, details) values (${id}, 'unusual_speed', '{"tasks": 40, "minutes": 60}')`.execute(
    database,
  );
  await sql`insert into postback_proofs (wall, proof, covered) values ('revlum', '\\x01', '\\x02')`.execute(
    database,
  );
  await sql`insert into wall_alarms (wall, kind, day, value, threshold) values ('cpx', 'points', current_date, 900, 500)`.execute(
    database,
  );
  await sql`insert into payout_webhooks (provider, event_id, kind) values ('stripe', 'evt_1', 'card.updated')`.execute(
    database,
  );
  // Of a site elsewhere that is none.
  await sql`insert into identities (user_id, provider, issuer, subject, email, last_used_at)
    values (${id}, 'elsewhere', 'https://accounts.invalid', 'person-1', 'robin@example.com', now())`.execute(
    database,
  );
  await sql`insert into identity_answers (id, expires_at) values ('\\x01', now() + interval '10 minutes')`.execute(
    database,
  );
  await sql`insert into mended_times (kind, times) values ('job', 1)`.execute(database);
  await sql`insert into last_backup (taken_at) values (now())`.execute(database);
  await sql`insert into secret_mark (mark) values ('0123456789abcdef')`.execute(database);
  await sql`insert into last_proof (proven_at, differences) values (now(), 0)`.execute(database);
  await sql`insert into feeds (wall, setup, lease, leased_until, tried_at) values ('adgem', 'setup', gen_random_uuid(), now(), now())`.execute(
    database,
  );
  await sql`insert into feed_offers (wall, offer_id, digest, title, description, requirements, categories, states, systems,
      total_points, click_template, steps, purchase)
    values ('adgem', '101', 'digest', 'Build a city', 'Reach level 10', '{Install}', '{game}', '{}', '[]', 260,
      'https://api.adgem.com/v1/click?playerid={user}&c1={click}', 1, false)`.execute(database);
  await sql`insert into feed_goals (wall, offer_id, goal_id, place, name, points, non_linear, purchase, repeatable, paid)
    values ('adgem', '101', 'g1', 0, 'Level 10', 260, false, false, false, true)`.execute(database);
  await sql`insert into offer_pictures (hash, bytes) values (${'0'.repeat(64)}, '\\x01')`.execute(database);
  await sql`insert into offer_picture_sources (url, hash) values ('https://assets.adgem.com/101.png', ${'0'.repeat(64)})`.execute(
    database,
  );
  await sql`insert into offer_clicks (id, user_id, wall, offer_id, revision, digest, title, goals, device, country, kept_until)
    values ('019ac000-0000-7000-8000-000000000001', ${id}, 'adgem', '101', 1, 'digest', 'Build a city',
      '[{"goalId":"g1","name":"Level 10","points":260,"paid":true,"repeatable":false,"deadlineSeconds":null}]', 'iphone', 'US',
      now() + interval '180 days')`.execute(database);
  await sql`insert into offer_events (user_id, wall, kind, click_id, offer_id, goal_id, goal_name, transaction_id)
    values (${id}, 'adgem', 'pending', '019ac000-0000-7000-8000-000000000001', '101', 'g1', 'Level 10', 'call-1')`.execute(
    database,
  );
  await sql`insert into offer_favourites (user_id, wall, offer_id) values (${id}, 'adgem', '101')`.execute(
    database,
  );
  await sql`insert into offer_categories (wall, word, category) values ('adgem', 'casual', 'games')`.execute(
    database,
  );
  await sql`insert into offer_results (wall, offer_id, title, started, credited, reversed, median_seconds, promised, paid, paid_less)
    values ('adgem', '101', 'A game', 3, 1, 0, 7200, 250, 250, 0)`.execute(database);
  await sql`insert into offer_rules (wall, offer_id, effect, reason) values ('adgem', '101', 'feature', 'New')`.execute(
    database,
  );
  await sql`insert into feed_staged (pull, offer_id, digest) values (gen_random_uuid(), '101', 'digest')`.execute(
    database,
  );
  await sql`insert into payout_turns (provider, next_at) values ('tremendous', now())`.execute(database);
}
