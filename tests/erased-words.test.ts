import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { transactOn } from '#database/transaction.ts';
import { applyRetention } from '#domain/privacy/index.ts';
import { runProofs } from '#server/ops/run-proofs.ts';
import { giveGrants } from '#testing/captcha.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';

/** What staff write about a member, and members about themselves, is in no table once the account is gone. */

const site = await startTestServer();
const { database } = site;

async function browser(values: Parameters<typeof createMember>[1]) {
  const member = await createMember(database, values);
  const visitor = Object.assign(site.visitor(), { id: member.id });
  visitor.cookie = await signIn(database, member);
  return visitor;
}
const [owner, second] = [await browser({ isAdmin: true }), await browser({ isAdmin: true })];

/** Calls of staff that write words about a member; links, which have a format, are tried beside them. */
const ABOUT_MEMBERS = [
  'POST /api/admin/users/{id}/notes text',
  'POST /api/admin/users/{id}/pause text',
  'POST /api/admin/users/{id}/suspension text',
  'POST /api/admin/redemptions/{id}/end text',
  'POST /api/admin/appeals/{id}/decision answer',
  'POST /api/admin/claims/{id}/decision answer',
  'POST /api/admin/gift-cash/{userId} reason',
  'POST /api/admin/users/{id}/adjustments text',
  'POST /api/admin/reviews/{id}/question text',
  'POST /api/admin/reviews/{id}/decision text',
  'POST /api/admin/fulfilments/{id}/refuse reason',
  'POST /api/admin/fulfilments/{id}/fulfil code',
  'POST /api/admin/fulfilments/{id}/fulfil pin',
];
const ABOUT_THE_SITE =
  /^(POST|PATCH|PUT) \/api\/admin\/(missions|rewards|walls|keys|webhooks|risk-rules|offer-rules|feeds)/;
/**
 * Excepted: looking up an email address, and the notes of an alarm and of an unmatched call, which wall-alarms.test.ts and
 * operators.test.ts try.
 */
const NO_WORDS = [
  'POST /api/admin/staff email',
  'PUT /api/admin/wall-alarms/{id}/note note',
  'POST /api/admin/parked/{id}/closure note',
];

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown;
  const?: unknown;
  format?: string;
}
function freeTexts(schema: Schema): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(freeTexts);
  const own = Object.entries(schema.properties ?? {}).filter(([, property]) => isFree(property));
  return [...own.map(([name]) => name), ...parts];
}
const isFree = (schema: Schema): boolean =>
  (schema.anyOf ?? []).some(isFree) ||
  ([schema.type].flat().includes('string') && !schema.enum && schema.const === undefined && !schema.format);

test('every call of staff that takes words about a member is tried below', () => {
  const found = endpoints.flatMap(({ method, path, access, body }: AnyEndpoint) => {
    if (access !== 'admin' || !body || ABOUT_THE_SITE.test(`${method} ${path}`)) return [];
    const names = freeTexts(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema);
    return [...new Set(names)]
      .filter((name) => name !== 'requestId')
      .map((name) => `${method} ${path} ${name}`);
  });
  expect(found.filter((one) => !NO_WORDS.includes(one)).sort()).toEqual([...ABOUT_MEMBERS].sort());
});

const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, body]);
  // biome-ignore lint/suspicious/noExplicitAny: answers of many calls
  return body as any;
};

/** Every place of a text: table by table, in whole rows. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') order by 1`.execute(
    database,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } =
      await sql`select from ${sql.raw(name)} t where t::text ilike ${`%${text}%`} limit 1`.execute(database);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

const WORD = 'sunflower';
let count = 0;
const words = () => `${WORD}-${count++} on the hill`;

type Member = Awaited<ReturnType<typeof browser>>;

async function pauses(member: Member) {
  await ok(owner.post(`/api/admin/users/${member.id}/notes`, { text: words() }));
  const pause = () =>
    ok(owner.post(`/api/admin/users/${member.id}/pause`, { reason: 'region', text: words() }));
  for (const decision of ['kept', 'granted']) {
    await pause();
    await ok(member.post('/api/user/appeal', { text: words() }));
    const [appeal] = await ok(owner.get('/api/admin/appeals'));
    await ok(owner.post(`/api/admin/appeals/${appeal.id}/decision`, { decision, answer: words() }));
  }
  const suspension = `/api/admin/users/${member.id}/suspension`;
  await ok(owner.post(suspension, { reason: 'region', text: words() }));
  await ok(owner.call('DELETE', suspension));
  member.cookie = await signIn(database, { id: member.id, isAdmin: false });
}

async function claims(member: Member) {
  const happenedAt = new Date(Date.now() - 3_600_000).toISOString();
  for (const decision of [{ decision: 'granted', points: 10 }, { decision: 'refused' }]) {
    const about = { kind: 'wall', wall: 'sandbox', title: words() };
    const { id } = await ok(member.post('/api/claims', { about, happenedAt, text: words() }));
    await ok(owner.post(`/api/admin/claims/${id}/decision`, { ...decision, answer: words() }));
  }
}

async function money(member: Member) {
  for (const [cardTier, amountUSD] of [
    ['1USD', 1],
    ['20USD', 20],
  ] as const) {
    const award = { cardTier, amountUSD, reason: words(), requestId: randomUUID() };
    await ok(owner.post(`/api/admin/gift-cash/${member.id}`, award));
  }
  for (const points of [5, 5_000, 6_000]) {
    const adjustment = { points, reasonCode: 'goodwill', text: words(), requestId: randomUUID() };
    await ok(owner.post(`/api/admin/users/${member.id}/adjustments`, adjustment));
  }
  const waiting = (await ok(second.get('/api/admin/approvals'))).filter(
    ({ state }: { state: string }) => state === 'open',
  );
  expect(waiting).toHaveLength(3);
  for (const [index, { id }] of waiting.entries()) {
    const decision = index === 1 ? 'declined' : 'approved';
    await ok(second.post(`/api/admin/approvals/${id}/decision`, { decision }));
  }
}

/** A reward that a person hands out. */
const addLunch = (): Promise<{ id: string }> =>
  ok(
    owner.post('/api/admin/rewards', {
      key: randomUUID(),
      kind: 'food_voucher',
      title: 'Lunch',
      description: 'At noon',
      amountUSD: 100,
      provider: 'manual',
      productIds: [],
      regions: [],
      status: 'active',
    }),
  );

async function redeemAs(member: Member, what: object) {
  const { id, status } = await ok(member.post('/api/redemptions', { requestId: randomUUID(), ...what }));
  return { at: `/api/admin/reviews/${id}`, fulfilment: `/api/admin/fulfilments/${id}`, id, status };
}

async function redemptions(member: Member) {
  const reward = await addLunch();
  const redeem = (what: object) => redeemAs(member, what);
  const first = await redeem({ cardTier: '1USD' });
  expect(first.status).toBe('review');
  await ok(owner.post(`${first.at}/question`, { text: words() }));
  await ok(member.post(`/api/redemptions/${first.id}/review-answer`, { text: words() }));
  await ok(owner.post(`${first.at}/decision`, { decision: 'refund', text: words() }));
  const paid = await redeem({ cardTier: '1USD' });
  if (paid.status === 'review')
    await ok(owner.post(`${paid.at}/decision`, { decision: 'pay', text: words() }));
  for (const [path, body] of [
    ['refuse', { reason: words() }],
    ['fulfil', { kind: 'code', code: words(), pin: words(), expiresOn: null }],
    ['fulfil', { kind: 'link', link: `https://${WORD}.example/${count++}`, expiresOn: null }],
  ] as const) {
    const { id, status, at, fulfilment } = await redeem({ rewardId: reward.id });
    if (status === 'review') await ok(owner.post(`${at}/decision`, { decision: 'pay', text: words() }));
    await ok(owner.post(`${fulfilment}/claim`));
    await ok(owner.post(`${fulfilment}/${path}`, body));
    const standing = () =>
      database.selectFrom('cardRedemptions').select('status').where('id', '=', id).executeTakeFirst();
    const outcome = path === 'refuse' ? 'failed' : 'issued';
    await expect.poll(standing).toEqual({ status: outcome });
  }
  const stopped = await redeem({ rewardId: reward.id });
  if (stopped.status === 'review')
    await ok(owner.post(`${stopped.at}/decision`, { decision: 'pay', text: words() }));
  await ok(owner.post(`/api/admin/users/${member.id}/pause`, { reason: 'region', text: words() }));
  await ok(owner.post(`/api/admin/redemptions/${stopped.id}/end`, { text: words() }));
  const ended = () =>
    database.selectFrom('cardRedemptions').select('status').where('id', '=', stopped.id).executeTakeFirst();
  await expect.poll(ended).toEqual({ status: 'failed' });
  await ok(owner.call('DELETE', `/api/admin/users/${member.id}/pause`));
}

test('words of staff and the member are in no table once the member has left, and the trail proves itself throughout', async () => {
  const member = await browser({ points: 9_000 });
  await giveGrants(database, member.id, 'redemption', 10);
  await redemptions(member);
  await pauses(member);
  await claims(member);
  await money(member);
  expect(await tablesWith(WORD)).toContain('public.audit_texts');
  const trail = async () =>
    (await ok(owner.get('/api/admin/audit?action=POST'))) as Record<string, unknown>[];
  const told = (await trail()).filter(({ reason }) => String(reason).startsWith(WORD));
  expect(told.length).toBeGreaterThanOrEqual(6);
  expect(told.every(({ reasonErased }) => reasonErased === false)).toBe(true);
  expect(await runProofs(database, { wallCostPercentMax: 100 })).toBe(0);

  await ok(member.call('DELETE', '/api/user/account'));
  expect(await tablesWith(WORD)).toEqual([]);
  const erased = (await trail()).filter(({ reasonErased }) => reasonErased);
  expect(erased.map(({ id }) => id)).toEqual(told.map(({ id }) => id));
  expect(erased.every(({ reason }) => reason === null)).toBe(true);
  expect(await runProofs(database, { wallCostPercentMax: 100 })).toBe(0);
  const ofMember = await ok(owner.get(`/api/admin/users/${member.id}/audit`));
  expect(JSON.stringify(ofMember)).not.toContain(WORD);
});

test('what staff write about a member who has left is in no table the next day', async () => {
  const member = await browser({ points: 39_000 });
  await giveGrants(database, member.id, 'redemption', 10);
  const review = await redeemAs(member, { cardTier: '1USD' });
  const late = await redeemAs(member, { cardTier: '1USD' });
  // Paid out, but its issuer is asked for nothing before the next hour, and has not made it by the promise.
  await sql`update risk_reviews set decision = 'pay', decided_at = now() where redemption_id = ${late.id}`.execute(
    database,
  );
  await sql`update card_redemptions set status = 'processing', reason = null, attempts = 1, resting = true,
    leased_until = now() + interval '1 hour', promised_by = now() - interval '1 minute' where id = ${late.id}`.execute(
    database,
  );
  const about = { kind: 'wall', wall: 'sandbox', title: words() };
  const happenedAt = new Date(Date.now() - 3_600_000).toISOString();
  const claim = await ok(member.post('/api/claims', { about, happenedAt, text: words() }));
  const adjustment = { points: 6_000, reasonCode: 'goodwill', text: words(), requestId: randomUUID() };
  await ok(owner.post(`/api/admin/users/${member.id}/adjustments`, adjustment));
  const [approval] = (await ok(second.get('/api/admin/approvals'))).filter(
    ({ state }: { state: string }) => state === 'open',
  );
  await ok(member.call('DELETE', '/api/user/account'));
  expect(await tablesWith(WORD)).toEqual([]);

  await ok(owner.post(`${review.at}/question`, { text: words() }));
  await ok(owner.post(`${review.at}/decision`, { decision: 'refund', text: words() }));
  await ok(owner.post(`/api/admin/redemptions/${late.id}/end`, { text: words() }));
  await ok(owner.post(`/api/admin/claims/${claim.id}/decision`, { decision: 'refused', answer: words() }));
  await ok(second.post(`/api/admin/approvals/${approval.id}/decision`, { decision: 'declined' }));
  await expect
    .poll(async () => {
      const settled = database.selectFrom('cardRedemptions').select('status').where('userId', '=', member.id);
      return (await settled.execute()).map(({ status }) => status).sort();
    })
    .toEqual(['failed', 'failed']);
  expect(await tablesWith(WORD)).toEqual(
    expect.arrayContaining(['fulfilments', 'reward_claims', 'risk_reviews'].map((name) => `public.${name}`)),
  );

  await applyRetention(transactOn(database), 'daily');
  expect(await tablesWith(WORD)).toEqual([]);
  const sealed = database.selectFrom('fulfilments').select('redemptionId').where('sealed', 'is not', null);
  expect(await sealed.execute()).toEqual([]);
  expect(await runProofs(database, { wallCostPercentMax: 100 })).toBe(0);
});
