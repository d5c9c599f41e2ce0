import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { OfferRule } from '#contract/offer-rules.ts';
import { OFFERS_FEATURED_MAX } from '#contract/offer-rules.values.ts';
import type { OfferRow } from '#contract/offers.ts';
import { transactOn } from '#database/transaction.ts';
import { lockRules } from '#domain/earning/offers/rules.ts';
import { createMember, signIn } from '#testing/factories.ts';
import type { Trouble } from '#testing/feeds/stand-in.ts';
import { IN_GERMANY, OFFER_WALL, startOfferSite } from '#testing/offers.ts';
import type { Visitor } from '#testing/server.ts';

/** What staff decide about offers, and what members see of it. */

const site = await startOfferSite();
const { database, offer, member, start, click, tell, started, pointsOf } = site;
const reader = await member();
const staff = async (staffRole: 'owner' | 'read_only') => {
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, await createMember(database, { isAdmin: true, staffRole }));
  return visitor;
};
const owner = await staff('owner');

const NOTHING = {
  ...{ wall: null, offerId: null, category: null, words: null, pointsBelow: null, purchase: null },
  ...{ countries: null, newMemberDays: null, reason: 'A look', endsAt: null },
};
const add = (rule: Record<string, unknown>, by: Visitor = owner) =>
  by.post('/api/admin/offer-rules', { ...NOTHING, wall: OFFER_WALL, ...rule });
const added = async (rule: Record<string, unknown>): Promise<string> => {
  const { status, body } = await add(rule);
  expect([status, body]).toEqual([200, { id: expect.any(String) }]);
  return body.id;
};
const remove = (id: string, by: Visitor = owner) => by.call('DELETE', `/api/admin/offer-rules/${id}`);
const rules = async (): Promise<OfferRule[]> => (await owner.get('/api/admin/offer-rules')).body;
const listed = async (visitor: Visitor = reader.visitor, query = ''): Promise<OfferRow[]> =>
  (await visitor.get(`/api/offers?${query}`)).body.filter(({ wall }: OfferRow) => wall === OFFER_WALL);
const titles = async (visitor?: Visitor, query?: string) =>
  (await listed(visitor, query)).map(({ title }) => title);

const countries = [{ iso_alpha2: 'DE' }, { iso_alpha2: 'US' }];
/** The company says of a step that it asks for no money, and nothing of an offer without one. */
const step = (amount: number) => [{ id: 'a', name: 'Finish', amount }];
const CATALOGUE = [
  { id: '1', title: 'Castle Quest', amount: 300, countries },
  { id: '2', title: 'Farm Days', goals: step(200), countries },
  { id: '3', title: '100 % Casino', goals: step(100), countries },
];
beforeEach(async () => {
  site.standIn.trouble = () => undefined;
  await sql`delete from offer_rules`.execute(database);
  await sql`update feed_offers set hidden = false, featured = 0, only_countries = null, new_member_days = null`.execute(
    database,
  );
  await offer(...CATALOGUE);
});

test('a hidden offer is seen by nobody but who has started it, and comes back with the rule gone', async () => {
  const early = await member();
  const clickId = await click(early, '1');
  const id = await added({ offerId: '1', effect: 'hide' });
  expect(await titles()).toEqual(['Farm Days', '100 % Casino']);
  expect((await reader.visitor.get(`/api/offers/${OFFER_WALL}/1`)).status).toBe(404);
  expect((await start(reader, '1')).status).toBe(404);
  // Who has been promised something keeps it.
  expect((await early.visitor.get(`/api/offers/${OFFER_WALL}/1`)).status).toBe(200);
  expect((await start(early, '1')).body.clickId).toBe(clickId);
  expect(await tell({ tx: 't-1', user: early.code, points: 300, offer: '1', click: clickId })).toMatch(
    /^200/,
  );
  expect(await pointsOf(early)).toBe(300);
  expect(await started(early)).toMatchObject([{ offerId: '1', paidPoints: 300 }]);
  expect((await remove(id)).status).toBe(200);
  expect(await titles()).toEqual(['Castle Quest', 'Farm Days', '100 % Casino']);
  expect((await remove(id)).status).toBe(404);
});

test('a hidden offer goes on as it was promised to who has started it, whatever it says by now', async () => {
  const early = await member();
  const clickId = await click(early, '1');
  const id = await added({ offerId: '1', effect: 'hide' });
  await offer({ id: '1', title: 'Castle Quest 2', amount: 9_000, countries }, ...CATALOGUE.slice(1));
  const page = async () => (await early.visitor.get(`/api/offers/${OFFER_WALL}/1`)).body;
  expect(await page()).toMatchObject({ title: 'Castle Quest', totalPoints: 300, goals: [{ points: 300 }] });
  const keep = (days: number) =>
    sql`update offer_clicks set expires_at = null, kept_until = now() + make_interval(days => ${days})
      where id = ${clickId}`.execute(database);
  for (const days of [180, 1]) {
    await keep(days);
    expect((await start(early, '1')).body.clickId).toBe(clickId);
  }
  expect(await started(early)).toMatchObject([{ id: clickId, title: 'Castle Quest', promisedPoints: 300 }]);
  await keep(-1);
  expect((await start(early, '1')).status).toBe(404);
  expect(await started(early)).toHaveLength(1);
  await keep(1);
  expect((await remove(id)).status).toBe(200);
  // Shown again, it is started under what it says now.
  expect(await page()).toMatchObject({
    title: 'Castle Quest 2',
    totalPoints: 9_000,
    goals: [{ points: 9_000 }],
  });
  expect((await start(early, '1')).body.clickId).not.toBe(clickId);
});

test('a rule names offers by all that it says, later ones too, and no pull undoes it', async () => {
  await added({ words: '% CASINO', effect: 'hide' });
  expect(await titles()).toEqual(['Castle Quest', 'Farm Days']);
  await offer(...CATALOGUE, { id: '4', title: 'Another 5 % casino', amount: 50 });
  expect(await titles()).toEqual(['Castle Quest', 'Farm Days']);
  await added({ pointsBelow: 250, effect: 'hide' });
  expect(await titles()).toEqual(['Castle Quest']);
  expect(await rules()).toMatchObject([
    { pointsBelow: 250, offers: 3 },
    { words: '% CASINO', offers: 2 },
  ]);
  await added({ words: 'Castle', purchase: true, effect: 'hide' });
  expect(await titles()).toEqual(['Castle Quest']);
});

test('a rule is listed with the offers of all walls that it names, as each pull and the minute after an upgrade leave them', async () => {
  const preview = async () => (await owner.get('/api/admin/offer-rules/preview?words=a')).body.offers;
  await added({ wall: null, words: 'a', effect: 'hide' });
  expect(await rules()).toMatchObject([{ offers: 6 }]);
  await offer(
    ...CATALOGUE.slice(1),
    { id: '8', title: 'Another', amount: 1 },
    { id: '9', title: 'A third', amount: 1 },
  );
  expect([await preview(), await rules()]).toMatchObject([8, [{ offers: 8 }]]);
  await sql`update offer_rules set offers = null`.execute(database);
  await site.minute();
  expect(await rules()).toMatchObject([{ offers: 8 }]);
});

test('who changes rules waits for a catalogue that changes, however long that takes', async () => {
  const limit = await transactOn(database)(async (tx) => {
    await lockRules(tx);
    const { rows } = await sql<{ limit: string }>`select current_setting('lock_timeout') as limit`.execute(
      tx,
    );
    return rows[0]?.limit;
  });
  expect(limit).toBe('1min');
});

test('a rule for offers with few points leaves those whose points vary', async () => {
  await offer(...CATALOGUE, { id: '4', title: 'Daily survey', amount: 'variable', countries });
  await added({ pointsBelow: 250, effect: 'hide' });
  expect(await titles()).toEqual(['Castle Quest', 'Daily survey']);
  expect(await rules()).toMatchObject([{ pointsBelow: 250, offers: 2 }]);
  const { body } = await owner.get(`/api/admin/offer-rules/preview?wall=${OFFER_WALL}&pointsBelow=250`);
  expect(body.offers).toBe(2);
});

test('a rule that has ended says nothing from the next pull on', async () => {
  await added({ words: 'Farm', effect: 'hide', endsAt: new Date(Date.now() + 3_600_000).toISOString() });
  expect(await titles()).not.toContain('Farm Days');
  await sql`update offer_rules set ends_at = now() - interval '1 second'`.execute(database);
  expect(await rules()).toEqual([]);
  await offer(...CATALOGUE, { id: '9', title: 'New', amount: 1 });
  expect(await titles()).toContain('Farm Days');
});

test.each<[string, Trouble | undefined]>([
  ['is not asked', undefined],
  ['fails', { kind: 'status', status: 503 }],
])('a rule that has ended says nothing a minute later, also while the feed %s', async (_, trouble) => {
  await added({ words: 'Farm', effect: 'hide', endsAt: new Date(Date.now() + 3_600_000).toISOString() });
  await added({ offerId: '3', effect: 'feature' });
  await site.minute();
  expect(await titles()).toEqual(['100 % Casino', 'Castle Quest']);
  await sql`update offer_rules set ends_at = now() - interval '1 second' where words = 'Farm'`.execute(
    database,
  );
  site.standIn.trouble = () => trouble;
  if (trouble) await sql`update feeds set next_at = now()`.execute(database);
  await site.minute();
  expect(await titles()).toEqual(['100 % Casino', 'Castle Quest', 'Farm Days']);
  expect(await rules()).toMatchObject([{ offerId: '3' }]);
});

test('featured offers stand in front in the order by points, page by page, and are marked', async () => {
  await added({ offerId: '3', effect: 'feature' });
  expect(await titles()).toEqual(['100 % Casino', 'Castle Quest', 'Farm Days']);
  expect((await listed()).map(({ featured }) => featured)).toEqual([true, false, false]);
  expect(await titles(undefined, `after=${OFFER_WALL}/3`)).toEqual(['Castle Quest', 'Farm Days']);
  expect(await titles(undefined, 'order=effort')).toEqual(['Castle Quest', 'Farm Days', '100 % Casino']);
});

test('at most so many offers are featured, however many ask at the same time', async () => {
  const answers = await Promise.all(
    Array.from({ length: OFFERS_FEATURED_MAX + 5 }, (_, n) => add({ offerId: `x${n}`, effect: 'feature' })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(OFFERS_FEATURED_MAX);
  expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({
    code: 'invalid_input',
    fields: { effect: expect.anything() },
  });
});

test('a limit to countries or to new members shows an offer to them alone', async () => {
  await added({ offerId: '1', effect: 'limit', countries: ['DE'] });
  const german = await member(IN_GERMANY);
  expect(await titles()).toEqual(['Farm Days', '100 % Casino']);
  expect(await titles(german.visitor)).toContain('Castle Quest');
  expect((await start(reader, '1')).status).toBe(404);
  await added({ offerId: '2', effect: 'limit', newMemberDays: 7 });
  const old = await member();
  await sql`update users set created_at = now() - interval '8 days' where id = ${old.id}`.execute(database);
  expect(await titles(old.visitor)).toEqual(['100 % Casino']);
  expect(await titles()).toEqual(['Farm Days', '100 % Casino']);
});

test('a preview says what a rule would name and changes nothing', async () => {
  const { body } = await owner.get(
    `/api/admin/offer-rules/preview?wall=${OFFER_WALL}&pointsBelow=400&purchase=false`,
  );
  expect(body).toEqual({
    offers: 2,
    examples: [
      { wall: OFFER_WALL, offerId: '2', title: 'Farm Days', totalPoints: 200 },
      { wall: OFFER_WALL, offerId: '3', title: '100 % Casino', totalPoints: 100 },
    ],
  });
  expect(await rules()).toEqual([]);
  expect(await titles()).toHaveLength(3);
});

test.each<[string, Record<string, unknown>]>([
  ['that names nothing', { wall: null, effect: 'hide' }],
  ['of an offer without its wall', { wall: null, offerId: '1', effect: 'hide' }],
  ['that features more than one offer', { effect: 'feature' }],
  ['that limits to nobody', { effect: 'limit' }],
  ['that hides from a country', { effect: 'hide', countries: ['DE'] }],
  ['with an unknown country', { effect: 'limit', countries: ['Germany'] }],
  ['without a reason', { effect: 'hide', reason: ' ' }],
])('a rule %s is refused', async (_name, rule) => {
  expect((await add(rule)).body.code).toBe('invalid_input');
  expect(await rules()).toEqual([]);
});

test('who may only read sees rules and makes none, and members see no word of them', async () => {
  const id = await added({ offerId: '1', effect: 'hide', reason: 'The company is slow' });
  const looking = await staff('read_only');
  expect((await looking.get('/api/admin/offer-rules')).body).toMatchObject([
    { id, reason: 'The company is slow' },
  ]);
  expect((await add({ offerId: '2', effect: 'hide' }, looking)).status).toBe(403);
  expect((await remove(id, looking)).status).toBe(403);
  for (const path of ['/api/admin/offer-rules', '/api/offers', `/api/offers/${OFFER_WALL}/2`])
    expect(JSON.stringify((await reader.visitor.get(path)).body)).not.toContain('slow');
  const { rows } = await sql<{ entries: number }>`
    select count(*)::integer as entries from audit_entries where subject_kind = 'offer_rule' and subject_id = ${id}`.execute(
    database,
  );
  expect(rows[0]?.entries).toBe(1);
});
