import { type RawBuilder, sql } from 'kysely';
import type { Input } from '#contract/endpoint.ts';
import type { Offer, OfferRow, offers } from '#contract/offers.ts';
import { OFFER_PAGE, type OfferOrder } from '#contract/offers.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { filledAddress } from '#domain/earning/feeds/addresses.ts';
import type { WallWithFeed } from '#domain/earning/feeds/pull-feeds.ts';
import { pictureAddress } from '#domain/earning/pictures/read-picture.ts';
import { type ListPlace, readPlace, writePlace } from './list-place.ts';
import { promisedPoints } from './progress.ts';
import { type OfferPromise, promiseOf } from './promise.ts';
import { isOpenClick, isOpenTo, seenFrom, shownTo, type Viewer } from './seen-by.ts';

/** Each order has an index of the same columns, which wall and id end, so that no two offers stand at the same place. */
const ORDERS: Record<OfferOrder, { columns: RawBuilder<unknown>[]; descending: boolean }> = {
  points: { columns: [sql`o.featured`, sql`coalesce(o.total_points, 0)`], descending: true },
  newest: { columns: [sql`o.first_seen_at`], descending: true },
  popular: { columns: [sql`o.credited`, sql`coalesce(o.total_points, 0)`], descending: true },
  effort: { columns: [sql`o.steps`, sql`(-coalesce(o.total_points, 0))`], descending: false },
};
const IDS = [sql`o.wall`, sql`o.offer_id`];

/**
 * A page of the offers of these walls, or of the one of them that is asked for, that can be done from the place of the viewer. It
 * goes on behind `after`, a `place` as it was, or the id of an offer, where that is now; behind anything else there is nothing. With
 * `deviceFirst` the page goes on with the other offers where those for the device end.
 */
export async function listOffers(
  database: Database,
  walls: readonly WallWithFeed[],
  query: Input<typeof offers>['query'],
  { memberId, country }: Viewer,
): Promise<Domain<OfferRow>[]> {
  const { search, order, device, deviceFirst, category, noPurchase, singleStep, favourites, after } = query;
  const asked = walls.filter(({ definition: { id } }) => id === (query.wall ?? id));
  const isOwn = deviceFirst
    ? sql`(o.devices is null or o.devices @> array[${deviceFirst}]::text[])`
    : sql`true`;
  const last = after === undefined ? undefined : await placeOf(database, after, { order, isOwn });
  if (after !== undefined && !last) return [];
  const wanted = [
    isOf(asked),
    seenFrom({ country, device }),
    shownTo({ country, memberId }),
    search ? isNamed(asked, search) : undefined,
    category ? sql`o.shown_categories @> array[${category}]::text[]` : undefined,
    noPurchase ? sql`o.no_purchase` : undefined,
    singleStep ? sql`o.steps = 1` : undefined,
    favourites ? isFavourite(memberId) : undefined,
  ].filter((condition) => condition !== undefined);
  const page = (part: RawBuilder<unknown>) => sql`
    select o.wall || '/' || o.offer_id as id, o.wall, o.offer_id, o.title, o.shown_categories as categories, o.devices,
      o.total_points, o.steps, o.purchase, o.first_seen_at, o.ends_at, o.featured = 1 as featured, ${isFavourite(memberId)} as favourite,
      ${pictureAddress('o.icon_url')} as picture, ${placeIn({ order, isOwn })} as place
    from feed_offers o
    where ${sql.join([...wanted, part], sql` and `)}
    order by ${inOrder(order)} limit ${OFFER_PAGE}`;
  const isBeyond = last ? beyond(last) : sql`true`;
  const others = sql`not ${isOwn}`;
  const [, wasOwn = true] = last ?? [];
  const paged = !deviceFirst
    ? page(isBeyond)
    : wasOwn
      ? sql`(${page(sql`${isOwn} and ${isBeyond}`)}) union all (${page(others)}) limit ${OFFER_PAGE}`
      : page(sql`${others} and ${isBeyond}`);
  const { rows } = await sql<Listed>`${paged}`.execute(database);
  return rows.map((row) => ({ ...row, place: writePlace(row.place), source: titleOf(walls, row.wall) }));
}

type Listed = Omit<Domain<OfferRow>, 'source' | 'place'> & { place: ListPlace };
interface Ordered {
  order: OfferOrder;
  /** The condition that an offer is for the device that comes first. */
  isOwn: RawBuilder<unknown>;
}

/** The place that `after` is in this order, or that the offer with this id has now. */
async function placeOf(database: Database, after: string, ordered: Ordered): Promise<ListPlace | undefined> {
  const place = readPlace(after);
  if (place) {
    const [order, , , , ...numbers] = place;
    return order === ordered.order && numbers.length === ORDERS[order].columns.length ? place : undefined;
  }
  const cut = after.indexOf('/');
  const [wall, offerId] = [after.slice(0, Math.max(cut, 0)), after.slice(cut + 1)];
  const { rows } = await sql<{ place: ListPlace }>`
    select ${placeIn(ordered)} as place from feed_offers o where o.wall = ${wall} and o.offer_id = ${offerId}`.execute(
    database,
  );
  return rows[0]?.place;
}

/** The place of an offer `o`; of a time the microseconds, as many as PostgreSQL tells apart. */
function placeIn({ order, isOwn }: Ordered): RawBuilder<unknown> {
  const numbers =
    order === 'newest'
      ? [sql`(extract(epoch from o.first_seen_at) * 1000000)::bigint`]
      : ORDERS[order].columns;
  return sql`json_build_array(${sql.join([sql`${order}::text`, isOwn, ...IDS, ...numbers])})`;
}

/** The condition that an offer `o` stands behind the place. */
function beyond([order, , wall, offerId, ...numbers]: ListPlace): RawBuilder<unknown> {
  const { columns, descending } = ORDERS[order];
  const values = numbers.map((value) =>
    order === 'newest'
      ? sql`timestamptz 'epoch' + interval '1 microsecond' * ${value}::float8`
      : sql`${value}::bigint`,
  );
  return sql`(${sql.join([...columns, ...IDS])}) ${descending ? sql`<` : sql`>`}
    (${sql.join([...values, sql`${wall}::text`, sql`${offerId}::text`])})`;
}

function inOrder(order: OfferOrder): RawBuilder<unknown> {
  const { columns, descending } = ORDERS[order];
  return sql.join([...columns, ...IDS].map((column) => (descending ? sql`${column} desc` : column)));
}

/** The condition that `feed_offers o` is one of the member's favourites. */
const isFavourite = (
  memberId: string,
): RawBuilder<boolean> => sql<boolean>`exists (select from offer_favourites f
  where f.user_id = ${memberId} and f.wall = o.wall and f.offer_id = o.offer_id)`;

/** The condition that an offer `o` is of one of the walls. */
const isOf = (walls: readonly WallWithFeed[]) =>
  sql`o.wall = any (${walls.map(({ definition }) => definition.id)}::text[])`;

/** The condition that the title of an offer `o` has the text in it, or a word of its wall's title begins with it. */
function isNamed(walls: readonly WallWithFeed[], text: string): RawBuilder<unknown> {
  const inTitle = sql`o.title ilike ${containing(text)}`;
  const named = walls.filter(({ definition: { title } }) =>
    ` ${title}`.toLowerCase().includes(` ${text.toLowerCase()}`),
  );
  return named.length > 0 ? sql`(${inTitle} or ${isOf(named)})` : inTitle;
}

/** Finds the text anywhere, taken literally. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
const titleOf = (walls: readonly WallWithFeed[], wall: string) =>
  walls.find(({ definition }) => definition.id === wall)?.definition.title ?? wall;
const holdDaysOf = (walls: readonly WallWithFeed[], wall: string) =>
  walls.find(({ definition }) => definition.id === wall)?.holdDays ?? 0;

/**
 * One offer with its steps: as it is now, or as it was promised to a member who has started it and to whom it is no longer shown.
 * Throws Refusal not_found for one that cannot be done from the place or is not there; wall_unavailable for one that the member
 * has started and whose wall is not among these.
 */
export async function showOffer(
  database: Database,
  walls: readonly WallWithFeed[],
  { wall, offer }: { wall: string; offer: string },
  { memberId, country }: Viewer,
): Promise<Domain<Offer>> {
  const isShown = shownTo({ country, memberId });
  const { rows } = await sql<Found>`
    select wall || '/' || offer_id as id, wall, offer_id, title, shown_categories as categories, devices, total_points, steps, purchase,
      first_seen_at, ends_at, featured = 1 as featured, ${pictureAddress('o.icon_url')} as picture,
      description, requirements, disclaimer, things_to_know, confirmation, deadline_seconds, ${isFavourite(memberId)} as favourite,
      support_url, (select m.code from wall_members m where m.wall = o.wall and m.user_id = ${memberId}) as code,
      (select c.started_at from offer_clicks c
        where c.user_id = ${memberId} and c.wall = o.wall and c.offer_id = o.offer_id order by c.id desc limit 1) as started_at,
      coalesce(o.states -> ${country ?? ''}::text, '[]') as states, o.systems, ${isShown} as is_shown,
      (select json_build_object('title', c.title, 'goals', c.goals) from offer_clicks c
        where ${isOpenClick(memberId)} order by c.id desc limit 1) as promised,
      (select coalesce(json_agg(json_build_object('goalId', g.goal_id, 'name', g.name, 'points', g.points, 'paid', g.paid,
          'purchase', g.purchase, 'repeatable', g.repeatable, 'deadlineSeconds', g.deadline_seconds) order by g.place), '[]')
        from feed_goals g where g.wall = o.wall and g.offer_id = o.offer_id) as goals
    from feed_offers o
    where wall = any (${walls.map(({ definition }) => definition.id)}::text[]) and wall = ${wall} and offer_id = ${offer}
      and ${seenFrom({ country, device: undefined })}
      and (${isShown} or ${isOpenTo(memberId)})`.execute(database);
  const [found] = rows;
  if (!found) {
    const isOpen = walls.some(({ definition }) => definition.id === wall);
    const isStarted = !isOpen && (await hasStarted(database, { memberId, wall, offer }));
    throw new Refusal(isStarted ? 'wall_unavailable' : 'not_found');
  }
  const { promised, isShown: isShownNow, supportUrl, code, ...now } = found;
  const shown = isShownNow || !promised ? now : { ...now, ...asPromised(promised, now.goals) };
  const promise = promiseOf(shown);
  const changed = promised !== null && promiseOf(promised) !== promise;
  const ofWall = { source: titleOf(walls, now.wall), holdDays: holdDaysOf(walls, now.wall) };
  const hosts = walls.find(({ definition }) => definition.id === wall)?.feed.clickHosts ?? [];
  const support = filledAddress(supportUrl ?? '', hosts, { code: code ?? '', clickId: '' }) ?? null;
  return { ...shown, ...ofWall, support, promise, changed };
}

interface Found extends Omit<Domain<Offer>, 'source' | 'holdDays' | 'support' | 'promise' | 'changed'> {
  /** Neither its end nor a rule keeps it from the member. */
  isShown: boolean;
  /** What it promised at the member's last click that can be credited. */
  promised: OfferPromise | null;
  supportUrl: string | null;
  /** The member's at the wall. */
  code: string | null;
}

async function hasStarted(
  database: Database,
  { memberId, wall, offer }: { memberId: string; wall: string; offer: string },
): Promise<boolean> {
  const click = await database
    .selectFrom('offerClicks')
    .select('id')
    .where('userId', '=', memberId)
    .where('wall', '=', wall)
    .where('offerId', '=', offer)
    .limit(1)
    .executeTakeFirst();
  return click !== undefined;
}

/** What an offer promised at a click. Whether a step asks for money is not kept with it, so that is as it is now. */
function asPromised({ title, goals }: OfferPromise, now: Offer['goals']) {
  const asksForMoney = new Set(now.flatMap(({ goalId, purchase }) => (purchase ? [goalId] : [])));
  return {
    title,
    totalPoints: promisedPoints(goals),
    steps: goals.length,
    goals: goals.map((goal) => ({ ...goal, purchase: asksForMoney.has(goal.goalId) })),
  };
}
