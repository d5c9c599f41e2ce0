import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { mailsWith } from '#testing/accounts.ts';
import { giveGrants } from '#testing/captcha.ts';
import { signIn } from '#testing/factories.ts';
import { missionMember, newMission, watchAll } from '#testing/missions.ts';
import { IN_GERMANY } from '#testing/offers.ts';
import { WAIT } from '#testing/patience.ts';
import { startPostbackSite } from '#testing/postbacks.ts';
import { askForCard } from '#testing/redemption.ts';
import { HELD_WALL } from '#testing/walls.ts';

/** What members are told about postbacks, seen from outside. */

const site = await startPostbackSite();
const { database } = site;

async function newMember(switches: Record<string, boolean> = {}) {
  const member = await site.memberWithCode();
  if (Object.keys(switches).length > 0) {
    await database.updateTable('users').set(switches).where('id', '=', member.id).execute();
  }
  const { email } = await database
    .selectFrom('users')
    .select('email')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  const credit = (points: number, more: Record<string, string | number> = {}) =>
    site.plain({ tx: randomUUID(), user: member.code, points, name: 'A game', ...more });
  const told = async () =>
    (
      await database
        .selectFrom('notices')
        .select(['kind', 'data'])
        .where('userId', '=', member.id)
        .orderBy('createdAt')
        .orderBy('kind')
        .execute()
    ).map(({ kind, data }) => ({ kind, ...(data as object) }));
  return { ...member, email, credit, told };
}

/** A made-up browser; nothing is sent to it, since the switch is off by then or the test reads only the notices. */
const subscribe = (userId: string) =>
  database
    .insertInto('pushSubscriptions')
    .values({ userId, endpoint: `https://127.0.0.1:9/${userId}`, p256dh: 'x', auth: 'x' })
    .execute();

test('crossing the threshold makes one notice until the next redemption, however often it happens', async () => {
  const member = await newMember();
  await member.credit(60);
  expect(await member.told()).toEqual([]);
  const tx = randomUUID();
  await member.credit(60, { tx });
  expect(await member.told()).toEqual([{ kind: 'threshold_reached', balance: 120 }]);
  await mailsWith(site, member.email, /reward is ready/);
  await member.credit(500);
  await member.credit(60, { tx, status: 2 });
  await member.credit(560, { status: 2 });
  await member.credit(100);
  expect((await member.told()).filter(({ kind }) => kind === 'threshold_reached')).toHaveLength(1);
});

test('who can have no reward where they signed in last is not told that one is ready', async () => {
  const inRegions = (regions: string[]) => database.updateTable('rewards').set({ regions }).execute();
  const member = await newMember();
  const visitor = site.visitor(IN_GERMANY);
  visitor.cookie = await signIn(database, { ...member, isAdmin: false });
  await database.updateTable('sessions').set({ ip: IN_GERMANY }).where('userId', '=', member.id).execute();
  const openOffers = async () => {
    const { body } = await visitor.get('/api/rewards');
    return body.offers.filter(({ unavailable }: { unavailable: unknown }) => unavailable !== 'not_in_region');
  };
  await inRegions(['US']);
  await expect.poll(openOffers, WAIT).toEqual([]);
  await member.credit(120);
  const sent = () =>
    database
      .selectFrom('notices')
      .select(['mailedAt', 'deliveredAt'])
      .where('userId', '=', member.id)
      .where('kind', '=', 'threshold_reached')
      .execute();
  await expect.poll(sent, WAIT).toEqual([{ mailedAt: null, deliveredAt: expect.any(Date) }]);
  await inRegions([]);
  await expect.poll(openOffers, WAIT).not.toEqual([]);
});

test('one of twenty parallel credits makes the notice of the threshold', async () => {
  const member = await newMember();
  await Promise.all(Array.from({ length: 20 }, () => member.credit(10)));
  expect(await site.pointsOf(member.id)).toBe(200);
  expect(await member.told()).toMatchObject([{ kind: 'threshold_reached' }]);
});

test('a member who stays above the threshold with a redemption gets no notice of it with the next credit', async () => {
  const member = await newMember();
  await subscribe(member.id);
  await member.credit(500);
  await giveGrants(database, member.id, 'redemption');
  await transactOn(database)((tx) => askForCard(tx, { memberId: member.id, requestId: randomUUID() }));
  expect(await site.pointsOf(member.id)).toBe(400);
  await member.credit(50);
  expect((await member.told()).filter(({ kind }) => kind === 'threshold_reached')).toHaveLength(1);
});

test.each([
  { pausedAt: new Date(), pausedReason: 'region', pausedText: 'A look' },
  { suspendedAt: new Date(), suspendedReason: 'region', suspendedText: 'A look' },
])('a member who cannot redeem is not told that they can: %o', async (stop) => {
  const member = await newMember();
  await database.updateTable('users').set(stop).where('id', '=', member.id).execute();
  await member.credit(120);
  expect(await site.pointsOf(member.id)).toBe(120);
  expect(await member.told()).toEqual([]);
});

test('a member who has switched the alert off gets no notice of the threshold', async () => {
  const member = await newMember({ dataAlerts: false });
  await member.credit(150);
  expect(await member.told()).toEqual([]);
});

test('a credit is pushed to browsers, and is never mailed', async () => {
  const [quiet, pushed] = [await newMember(), await newMember()];
  await subscribe(pushed.id);
  const tx = randomUUID();
  for (let n = 0; n < 3; n++) await pushed.credit(50, { tx });
  await quiet.credit(50);
  expect(await pushed.told()).toEqual([{ kind: 'points_credited', points: 50, balance: 50, what: 'A game' }]);
  expect(await quiet.told()).toEqual([]);
  expect(await site.mails(pushed.email, 0)).toEqual([]);
});

test('a reversal makes one notice, with its points and why such things happen', async () => {
  const member = await newMember({ dataAlerts: false });
  const tx = randomUUID();
  await member.credit(300, { tx });
  await Promise.all([1, 2, 3].map(() => member.credit(300, { tx, status: 2 })));
  expect(await member.told()).toEqual([{ kind: 'points_reversed', points: 300, balance: 0, what: 'A game' }]);
  const [mail] = await mailsWith(site, member.email, /taken back/);
  expect(mail?.subject).toBe('$3 taken back');
  expect(mail?.text).toMatch(/A game[\s\S]*advertiser does not accept/);
  expect(await site.mails(member.email)).toHaveLength(1);
});

test('a reversal of a task without a name names its wall as members know it', async () => {
  const member = await newMember({ dataAlerts: false });
  const tx = randomUUID();
  for (const status of [1, 2]) await member.credit(300, { tx, name: '', status });
  expect(await member.told()).toMatchObject([{ kind: 'points_reversed', what: 'plain' }]);
  const [mail] = await mailsWith(site, member.email, /taken back/);
  expect(mail?.text?.replace(/\s+/g, ' ')).toContain('The partner that paid for Wall plain has taken');
});

test('a reversal of pending points says that the balance stays', async () => {
  const member = await newMember({ dataAlerts: false });
  await member.credit(300);
  const pending = { tx: randomUUID(), user: member.code, points: 50, name: 'A game' };
  for (const status of [1, 2]) await site.plain({ ...pending, status }, HELD_WALL);
  expect(await member.told()).toEqual([
    { kind: 'pending_reversed', points: 50, balance: 300, what: 'A game' },
  ]);
  const [mail] = await mailsWith(site, member.email, /pending/);
  expect(mail?.subject).toBe('$0.50 will not arrive');
  expect(mail?.text).toMatch(/Your balance\s+stays\s+\S*\$3/);
});

test('a credit whose reversal came first makes no notice', async () => {
  const member = await newMember({ dataAlerts: false });
  const tx = randomUUID();
  for (const status of [2, 1]) await member.credit(300, { tx, status });
  expect(await site.verdictsOf(tx)).toEqual(['reversed_early', 'netted']);
  expect(await member.told()).toEqual([]);
});

test('a mission that crosses the threshold makes the notice like any other credit', async () => {
  const visitor = await missionMember(site);
  await subscribe(visitor.id);
  const id = await newMission(database, { title: 'Our film' });
  await visitor.post(`/api/missions/${id}/start`, undefined);
  await watchAll(database, visitor, id);
  expect((await visitor.post(`/api/missions/${id}/completion`, undefined)).status).toBe(200);
  const told = await database
    .selectFrom('notices')
    .select(['kind', 'data'])
    .where('userId', '=', visitor.id)
    .orderBy('kind')
    .execute();
  expect(told).toEqual([
    { kind: 'points_credited', data: { points: 100, balance: 110, what: 'Our film' } },
    { kind: 'threshold_reached', data: { balance: 110 } },
  ]);
});
