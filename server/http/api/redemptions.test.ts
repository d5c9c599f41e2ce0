import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { proveLedger } from '#domain/ledger/index.ts';
import { proveRedemptions } from '#domain/redemption/index.ts';
import { giveGrants, solveCaptcha } from '#testing/captcha.ts';
import { listenTo } from '#testing/event-stream.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

const site = await startTestServer();
const { database } = site;

/** A signed-in member with points, as a browser. */
const someone = async (points = 100): Promise<Visitor & { id: string }> => {
  const member = await createMember(database, { points });
  const visitor = Object.assign(site.visitor(), { id: member.id });
  visitor.cookie = await signIn(database, member);
  return visitor;
};
const solve = async (visitor: Visitor, action = 'redemption'): Promise<string> => {
  const challenge = await visitor.get(`/api/captcha/challenge?action=${action}`);
  return solveCaptcha(challenge.body);
};
const redeem = (visitor: Visitor, values: object = {}, headers?: Record<string, string>) =>
  visitor.post('/api/redemptions', { requestId: randomUUID(), cardTier: '1USD', ...values }, headers);
const issued = (visitor: Visitor) =>
  vi.waitFor(async () => {
    const { body } = await visitor.get('/api/redemptions');
    expect(body[0]?.status).toBe('issued');
    return body[0];
  }, WAIT);

test('a member sees the rewards, solves a captcha, redeems, and has a test card seconds later', async () => {
  const visitor = await someone(130);
  const rewards = await visitor.get('/api/rewards');
  expect(rewards.body).toMatchObject({
    thresholdPoints: 100,
    firstRedemption: true,
    delivery: 'at_once',
    test: true,
    offers: [
      { cardTier: '1USD', amountUSD: 100, pricePoints: 100, unavailable: null, missingPoints: 0 },
      { cardTier: '5USD', unavailable: 'first_redemption_tier' },
      { cardTier: '10USD' },
      { cardTier: '20USD' },
      { kind: 'bus_ticket', cardTier: null, delivery: 'within_promise', test: false },
      { kind: 'food_voucher' },
      { kind: 'gift_card' },
      { kind: 'cash_credit' },
    ],
  });

  const verified = await visitor.post('/api/verify-captcha', { token: await solve(visitor) });
  expect([verified.status, verified.body]).toEqual([200, { verified: true }]);
  const asked = await redeem(visitor);
  expect([asked.status, asked.body]).toEqual([
    200,
    {
      id: expect.any(String),
      cardTier: '1USD',
      amountUSD: 100,
      pointsUsed: 100,
      status: 'pending',
      reason: null,
      message: null,
      reveal: null,
      issuedAt: null,
      expiresAt: null,
      test: true,
      stop: null,
      rewardId: expect.any(String),
      kind: 'prepaid_card',
      title: 'Prepaid card',
      picture: null,
      promisedBy: expect.any(String),
      createdAt: expect.any(String),
      award: null,
      review: null,
      appleWalletUrl: null,
      googleWalletUrl: null,
    },
  ]);

  const card = await issued(visitor);
  expect(card).toMatchObject({ id: asked.body.id, promisedBy: null, issuedAt: expect.any(String) });
  const details = await visitor.get(`/api/redemptions/${card.id}/card`);
  expect(details.body).toEqual({
    label: 'TEST CARD',
    number: expect.stringMatching(/^4000 0000 /),
    expires: expect.stringMatching(/^\d\d\/\d{4}$/),
    securityCode: '000',
  });
  const me = await visitor.get('/api/user');
  expect(me.body).toMatchObject({ points: 30, cashRewardedUSD: 100, cardTierLastChosen: '1USD' });
});

test("another member's card and list return the same as if they did not exist", async () => {
  const [owner, other] = [await someone(), await someone()];
  await giveGrants(database, owner.id, 'redemption');
  await redeem(owner);
  const { id } = await issued(owner);
  expect((await other.get(`/api/redemptions/${id}/card`)).status).toBe(404);
  expect((await other.get('/api/redemptions')).body).toEqual([]);
  expect((await owner.get(`/api/redemptions/${randomUUID()}/card`)).status).toBe(404);
});

test('one member cannot use up the calls that the issuer allows to all', async () => {
  const [visitor, other] = [await someone(), await someone()];
  const look = (of: Visitor, way: string) => of.get(`/api/redemptions/${randomUUID()}/${way}`);
  const ways = ['link', 'card', 'code', 'frame'];
  const looks = Array.from({ length: 17 }, () => ways).flat();
  const statuses = await Promise.all(looks.map(async (way) => (await look(visitor, way)).status));
  expect(statuses.filter((status) => status === 404)).toHaveLength(60);
  expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  for (const way of ways) expect([way, (await look(visitor, way)).status]).toEqual([way, 429]);
  expect((await look(other, 'frame')).status).toBe(404);
});

test('the request id may be in the body or the Idempotency-Key header, and is required', async () => {
  const visitor = await someone(500);
  const answered = async (values: object, headers?: Record<string, string>) => {
    const { status, body } = await redeem(visitor, values, headers);
    return status === 200 ? body.id : body.code;
  };
  const requestId = randomUUID();
  await giveGrants(database, visitor.id, 'redemption', 1);
  const id = await answered({ requestId: undefined }, { 'Idempotency-Key': requestId });
  expect(await answered({ requestId })).toBe(id);
  expect(await answered({ requestId }, { 'Idempotency-Key': requestId })).toBe(id);
  expect(await answered({ requestId }, { 'Idempotency-Key': randomUUID() })).toBe('invalid_input');
  expect(await answered({ requestId: undefined })).toBe('request_id_required');
  expect(await answered({ requestId: undefined }, { 'Idempotency-Key': 'a b' })).toBe('invalid_input');
  expect(await answered({ requestId, cardTier: '5USD' })).toBe('request_id_reused');
  expect(await answered({ cardTier: '3USD' })).toBe('invalid_input');
});

test('a reward is redeemed at the price that the member saw, or not at all', async () => {
  const visitor = await someone(500);
  await giveGrants(database, visitor.id, 'redemption', 1);
  const requestId = randomUUID();
  const other = await redeem(visitor, { requestId, pricePoints: 99 });
  expect([other.status, other.body.code]).toEqual([409, 'price_changed']);
  expect((await redeem(visitor, { requestId, pricePoints: '100' })).status).toBe(400);
  expect((await visitor.get('/api/user')).body.points).toBe(500);
  const { body } = await redeem(visitor, { requestId, pricePoints: 100 });
  expect(body).toMatchObject({ pointsUsed: 100 });
  // A repeat counts with the price that was agreed, even if the price has changed.
  expect((await redeem(visitor, { requestId, pricePoints: 99 })).body.id).toBe(body.id);
});

test('one solved captcha is one redemption, and copies of its token are refused, also in parallel', async () => {
  const visitor = await someone(1_000);
  const token = await solve(visitor);
  const copies = await Promise.all(
    Array.from({ length: 10 }, () => visitor.post('/api/verify-captcha', { token })),
  );
  const codes = copies.map(({ status, body }) => (status === 200 ? 'ok' : body.code)).sort();
  expect(codes).toEqual([...Array.from({ length: 9 }, () => 'captcha_duplicate'), 'ok']);
  const asked = await Promise.all(Array.from({ length: 5 }, () => redeem(visitor)));
  expect(asked.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
});

test("another member's captcha and one for another action open nothing", async () => {
  const [visitor, other] = [await someone(500), await someone(500)];
  const stolen = await visitor.post('/api/verify-captcha', { token: await solve(other) });
  expect([stolen.status, stolen.body.code]).toEqual([400, 'captcha_invalid']);
  const mission = await visitor.post('/api/verify-captcha', { token: await solve(visitor, 'mission') });
  expect(mission.status).toBe(200);
  const refused = await redeem(visitor);
  expect([refused.status, refused.body.code]).toEqual([400, 'captcha_required']);
});

test('a refusal says what is missing', async () => {
  const visitor = await someone(40);
  await giveGrants(database, visitor.id, 'redemption');
  const { status, body } = await redeem(visitor);
  expect([status, body]).toEqual([
    409,
    {
      error: 'Earn 60 more points to redeem.',
      code: 'below_threshold',
      details: { missing: 60 },
    },
  ]);
});

test('open pages get an event for the balance and for each state', async () => {
  const visitor = await someone();
  await giveGrants(database, visitor.id, 'redemption');
  const hear = await listenTo(site, visitor);
  const { id } = (await redeem(visitor)).body;
  const heard = await hear('issued');
  const events = [...heard.matchAll(/event: (\w+)\ndata: (.*)\n/g)].map(([, type, data = '']) => [
    type,
    JSON.parse(data),
  ]);
  // A beat comes when nothing else has for a while.
  expect(events.filter(([type]) => type !== 'beat')).toEqual([
    ['open', {}],
    ['balance', { points: 0, change: -100 }],
    ...['pending', 'processing', 'issued'].map((status) => ['redemption', { id, status }]),
  ]);
});

test('afterwards every point is accounted for', async () => {
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveRedemptions(database)).toEqual([]);
});
