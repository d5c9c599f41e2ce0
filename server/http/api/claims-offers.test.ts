import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createMember, signIn } from '#testing/factories.ts';
import { OFFER_WALL, type OfferMember, startOfferSite } from '#testing/offers.ts';

const site = await startOfferSite();
const { database, offer, member, click, tell, started } = site;
await offer({
  id: '1',
  title: 'Build a city',
  goals: [
    { id: 'a', name: 'Level 10', amount: 250 },
    { id: 'b', name: 'Level 20', amount: 400 },
  ],
});
const admin = site.visitor();
admin.cookie = await signIn(database, await createMember(database, { isAdmin: true }));

const file = ({ visitor }: OfferMember, clickId: string, more: object = {}) =>
  visitor.post('/api/claims', {
    about: { kind: 'offer', clickId, ...more },
    happenedAt: new Date(Date.now() - 1_000).toISOString(),
    text: 'Level 20 did not come.',
  });
const evidenceOf = async (id: string) => (await admin.get(`/api/admin/claims/${id}/evidence`)).body;
const goals = [
  { goalId: 'a', name: 'Level 10', promised: 250, state: 'credited', paid: 250 },
  { goalId: 'b', name: 'Level 20', promised: 400, state: 'started', paid: 0 },
];

test('a claim about a started offer says by itself what was promised and what has come', async () => {
  const one = await member();
  const id = await click(one, '1');
  await tell({ user: one.code, tx: 'arrived', points: 250, goal: 'a', click: id });
  const [{ startedAt } = { startedAt: '' }] = await started(one);
  // What the member writes about it does not count.
  const filed = await file(one, id, { title: 'Mine', wall: 'sandbox', promisedPoints: 9_999 });
  expect([filed.status, filed.body]).toMatchObject([
    200,
    { wall: OFFER_WALL, title: 'Build a city', missionId: null, state: 'open' },
  ]);
  expect(filed.body.offer).toEqual({ offerId: '1', startedAt, promisedPoints: 650, paidPoints: 250, goals });
  expect((await one.visitor.get('/api/claims')).body[0]).toEqual(filed.body);
});

test('staff see the steps as they are now, and the calls about them as they came', async () => {
  const [one, other] = [await member(), await member()];
  const [id, foreign] = [await click(one, '1'), await click(other, '1')];
  await tell({ user: one.code, tx: randomUUID(), points: 250, goal: 'a', click: id });
  await tell({ user: other.code, tx: randomUUID(), points: 250, goal: 'a', click: foreign });
  const { body: claim } = await file(one, id);
  expect((await admin.get('/api/admin/claims')).body).toContainEqual(
    expect.objectContaining({ id: claim.id, offer: expect.objectContaining({ goals }) }),
  );
  // Names the offer and no click.
  await tell({ user: one.code, tx: 'late', points: 400, goal: 'b', offer: '1' });
  const { offer: found } = await evidenceOf(claim.id);
  expect(found).toMatchObject({
    clickId: id,
    goals: [{ state: 'credited' }, { state: 'credited', paid: 400 }],
  });
  expect(found.calls).toMatchObject([
    { kind: 'credited', goalId: 'b', transactionId: 'late', points: 400 },
    { kind: 'credited', goalId: 'a', points: 250 },
  ]);
  expect(found.calls[1].raw).toContain(id);
  expect(JSON.stringify(found)).not.toContain(other.code);
  const [kept] = (await one.visitor.get('/api/claims')).body;
  expect(kept.offer.goals).toEqual(goals);
  await sql`delete from offer_clicks where id = ${id}`.execute(database);
  expect((await evidenceOf(claim.id)).offer).toBeNull();
  expect((await one.visitor.get('/api/claims')).body[0].offer.goals).toEqual(goals);
});

test('the decision stays with staff, and is paid by the wall', async () => {
  const one = await member();
  const { body } = await file(one, await click(one, '1'));
  expect(await site.pointsOf(one)).toBe(0);
  const decision = { decision: 'granted', answer: 'Here you are.', points: 400 };
  expect((await admin.post(`/api/admin/claims/${body.id}/decision`, decision)).status).toBe(200);
  expect(await site.pointsOf(one)).toBe(400);
});

test("another's click, and one that is none, is not found", async () => {
  const [one, other] = [await member(), await member()];
  const foreign = await click(other, '1');
  for (const id of [foreign, randomUUID()]) expect((await file(one, id)).status).toBe(404);
  expect((await file(one, 'nosuch')).status).toBe(400);
  expect((await one.visitor.get('/api/claims')).body).toEqual([]);
});

test('a started offer names where its company helps, while its host is listed', async () => {
  const one = await member();
  await click(one, '1');
  const support = async () => (await started(one))[0]?.support;
  expect(await support()).toBe(`https://adunits.adgem.com/support?playerid=${one.code}&campaignid=1`);
  await sql`update feed_offers set support_url = 'https://evil.example/'`.execute(database);
  expect(await support()).toBeNull();
  await sql`update feed_offers set support_url = null`.execute(database);
  expect(await support()).toBeNull();
});
