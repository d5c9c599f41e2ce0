import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { FAVOURITES_MAX } from '#contract/offers.values.ts';
import { transactOn } from '#database/transaction.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import { MAILBOX_KEY } from '#testing/factories.ts';
import { IN_GERMANY, OFFER_WALL, type OfferMember, startOfferSite } from '#testing/offers.ts';

const site = await startOfferSite();
const { database, offer, member, click } = site;

const OFFERS = ['1', '2', 'a/b', '../up'].map((id, index) => ({
  id,
  title: `Offer ${id}`,
  amount: 10 + index,
}));
beforeAll(() => offer(...OFFERS));

const path = (offerId: string, wall = OFFER_WALL) =>
  `/api/offers/${wall}/${encodeURIComponent(offerId)}/favourite`;
const add = ({ visitor }: OfferMember, offerId: string, wall?: string) =>
  visitor.call('PUT', path(offerId, wall));
const remove = ({ visitor }: OfferMember, offerId: string) => visitor.call('DELETE', path(offerId));
const favouritesOf = async ({ visitor }: OfferMember): Promise<string[]> => {
  const { status, body } = await visitor.get('/api/offers?favourites=true');
  expect(status).toBe(200);
  return body.map((row: { offerId: string }) => row.offerId);
};
/** Adds offers to the catalogue, with ids that begin like this and end with numbers from 1 on. */
const addOffers = (ids: string, count: number) =>
  sql`insert into feed_offers (wall, offer_id, digest, title, description, requirements, categories, states, systems,
      click_template, steps, purchase)
    select wall, ${ids}::text || n, digest, title, description, requirements, categories, states, systems, click_template, 1, false
    from feed_offers, generate_series(1, ${count}::integer) n where wall = ${OFFER_WALL} and offer_id = '1'`.execute(
    database,
  );
const countOf = async ({ id }: OfferMember) =>
  (await database.selectFrom('offerFavourites').selectAll().where('userId', '=', id).execute()).length;

describe('favourites', () => {
  test('are kept for their member alone, marked in the list and at the offer, and removed', async () => {
    const [one, other] = [await member(), await member()];
    for (const id of ['1', 'a/b', '1']) expect((await add(one, id)).status).toBe(200);
    expect(await favouritesOf(one)).toEqual(['a/b', '1']);
    expect(await favouritesOf(other)).toEqual([]);
    const { body: rows } = await one.visitor.get('/api/offers');
    const marked = rows.filter((row: { favourite: boolean }) => row.favourite);
    expect(marked.map((row: { id: string }) => row.id)).toEqual([`${OFFER_WALL}/a/b`, `${OFFER_WALL}/1`]);
    expect((await one.visitor.get(`/api/offers/${OFFER_WALL}/1`)).body.favourite).toBe(true);
    expect((await other.visitor.get(`/api/offers/${OFFER_WALL}/1`)).body.favourite).toBe(false);
    for (const id of ['1', '1', 'nosuch']) expect((await remove(one, id)).status).toBe(200);
    expect(await favouritesOf(one)).toEqual(['a/b']);
  });

  test('are offers that are there, whatever the address looks like', async () => {
    const one = await member();
    expect((await add(one, '../up')).status).toBe(200);
    expect((await add(one, 'nosuch')).status).toBe(404);
    expect((await add(one, '1', 'nosuch')).status).toBe(404);
    expect((await add(one, '1\u0000')).status).toBe(400);
    expect((await add(one, 'x'.repeat(201))).status).toBe(400);
    expect((await site.visitor().call('PUT', path('1'))).status).toBe(401);
    expect(await countOf(one)).toBe(1);
  });

  test('that have left or cannot be done from here are not listed, and come back', async () => {
    const one = await member();
    await add(one, '1');
    await add(one, '2');
    const from = site.visitor(IN_GERMANY);
    from.cookie = one.visitor.cookie;
    expect((await from.get('/api/offers?favourites=true')).body).toEqual([]);
    await offer(...OFFERS.filter(({ id }) => id !== '1'));
    expect(await favouritesOf(one)).toEqual(['2']);
    expect((await add(await member(), '1')).status).toBe(404);
    expect((await remove(one, '2')).status).toBe(200);
    await offer(...OFFERS);
    expect(await favouritesOf(one)).toEqual(['1']);
  });

  test('have a limit, also when many are added at the same moment', async () => {
    const one = await member();
    await addOffers('many-', FAVOURITES_MAX + 10);
    await sql`insert into offer_favourites (user_id, wall, offer_id)
      select ${one.id}, ${OFFER_WALL}, 'many-' || n from generate_series(1, ${FAVOURITES_MAX - 2}) n`.execute(
      database,
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => add(one, `many-${FAVOURITES_MAX - 1 + n}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'too_many_favourites',
      details: { max: FAVOURITES_MAX },
    });
    expect(await countOf(one)).toBe(FAVOURITES_MAX);
    expect((await add(one, 'many-1')).status).toBe(200);
  });

  test('whose offers have left make room, the oldest first and no more than is needed', async () => {
    const one = await member();
    await addOffers('old-', FAVOURITES_MAX);
    await sql`insert into offer_favourites (user_id, wall, offer_id, added_at)
      select ${one.id}, ${OFFER_WALL}, 'old-' || n, now() - make_interval(mins => n)
      from generate_series(1, ${FAVOURITES_MAX}::integer) n`.execute(database);
    expect((await add(one, '1')).status).toBe(409);
    await sql`update feed_offers set left_at = now() where offer_id in ('old-7', 'old-9')`.execute(database);
    const leftOf = async () =>
      (
        await database
          .selectFrom('offerFavourites')
          .select('offerId')
          .where('userId', '=', one.id)
          .where('offerId', 'in', ['old-7', 'old-9'])
          .execute()
      ).map(({ offerId }) => offerId);
    expect((await add(one, '1')).status).toBe(200);
    expect(await leftOf()).toEqual(['old-7']);
    expect((await add(one, '2')).status).toBe(200);
    expect((await add(one, 'a/b')).status).toBe(409);
    expect(await leftOf()).toEqual([]);
    expect(await countOf(one)).toBe(FAVOURITES_MAX);
  });

  test('go with the account', async () => {
    const one = await member();
    await add(one, '1');
    const { visitor, id } = one;
    const { body } = await visitor.get('/api/user');
    expect(body.id).toBe(id);
    await transactOn(database)((tx) => eraseAccount(tx, id, MAILBOX_KEY));
    expect(await countOf(one)).toBe(0);
  });
});

test('an offer says since when it is started', async () => {
  const one = await member();
  const read = async () => (await one.visitor.get(`/api/offers/${OFFER_WALL}/2`)).body.startedAt;
  expect(await read()).toBeNull();
  await click(one, '2');
  const since = await read();
  expect(Date.parse(since)).not.toBeNaN();
  await click(one, '2');
  expect(await read()).toBe(since);
});

test('the public settings say that there are offers', async () => {
  expect((await site.visitor().get('/api/site')).body.offers).toBe(true);
});
