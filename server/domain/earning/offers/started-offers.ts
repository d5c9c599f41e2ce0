import { sql } from 'kysely';
import type { StartedOffer } from '#contract/offers.ts';
import { STARTED_PAGE } from '#contract/offers.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { filledAddress } from '#domain/earning/feeds/addresses.ts';
import { pictureAddress } from '#domain/earning/pictures/read-picture.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import {
  type ClickPlace,
  type Fact,
  factsByClick,
  type GoalProgress,
  type PromisedGoal,
  progressOf,
  promisedPoints,
} from './progress.ts';

/** Calls that name one of the clicks, tasks that are looked at for others, and calls that moved nothing: so many of each. */
const CALLS_READ_MAX = 2_000;
/** Clicks of the offers of a page; older ones than these get no calls without a click any more. */
const SIBLINGS_READ_MAX = 1_000;

export interface Click extends ClickPlace {
  title: string;
  goals: PromisedGoal[];
  expiresAt: Date | null;
  now: Date;
}

/** A page of the offers that the member has started, newest first, with how far each step is. */
export async function startedOffers(
  database: Database,
  walls: readonly ConfiguredWall[],
  userId: string,
  before: string | undefined,
): Promise<Domain<StartedOffer>[]> {
  const clicks = await readClicks(database, userId, before);
  if (clicks.length === 0) return [];
  const [progress, catalogue] = await Promise.all([
    progressByClick(database, userId, clicks),
    readCatalogue(database, walls, clicks),
  ]);
  const titles = new Map(walls.map(({ definition }) => [definition.id, definition.title]));
  return clicks.map(({ goals: promised, now: _, ...click }) => {
    const goals = progress.get(click.id) ?? [];
    const less = goals.flatMap(({ paidLess }) => paidLess ?? []);
    const sumOf = (of: 'paid' | 'promised') => less.reduce((sum, one) => sum + one[of], 0);
    return {
      ...click,
      source: titles.get(click.wall) ?? click.wall,
      support: catalogue.get(click.id)?.support ?? null,
      picture: catalogue.get(click.id)?.picture ?? null,
      promisedPoints: promisedPoints(promised),
      paidPoints: goals.reduce((sum, { paid }) => sum + paid, 0),
      paidLess: less.length > 0 ? { promised: sumOf('promised'), paid: sumOf('paid') } : null,
      goals,
    };
  });
}

interface InCatalogue {
  support: string | null;
  picture: string | null;
}

/**
 * What the catalogues have of the offers of these clicks: their pictures, and where companies help with them, at hosts that are
 * listed now, with the member's code where the company wants it.
 */
async function readCatalogue(
  database: Database,
  walls: readonly ConfiguredWall[],
  clicks: readonly Click[],
): Promise<Map<string, InCatalogue>> {
  const { rows } = await sql<{
    id: string;
    wall: string;
    supportUrl: string | null;
    code: string | null;
    picture: string | null;
  }>`
    select c.id, o.wall, o.support_url, ${pictureAddress('o.icon_url')} as picture,
      (select m.code from wall_members m where m.wall = o.wall and m.user_id = c.user_id) as code
    from offer_clicks c join feed_offers o on o.wall = c.wall and o.offer_id = c.offer_id
    where c.id = any (${clicks.map(({ id }) => id)}::uuid[])`.execute(database);
  const feeds = new Map(walls.map(({ definition, feed }) => [definition.id, feed]));
  return new Map(
    rows.map(({ id, wall, supportUrl, code, picture }) => {
      const hosts = feeds.get(wall)?.clickHosts ?? [];
      const support = filledAddress(supportUrl ?? '', hosts, { code: code ?? '', clickId: id }) ?? null;
      return [id, { support, picture }];
    }),
  );
}

/** How far each step of these clicks of the member is, by the id of the click. */
export async function progressByClick(
  database: Database,
  userId: string,
  clicks: readonly Click[],
): Promise<Map<string, GoalProgress[]>> {
  const [siblings, facts] = await Promise.all([
    readSiblings(database, userId, clicks),
    readFacts(database, userId, clicks),
  ]);
  const shared = factsByClick(siblings, facts);
  return new Map(
    clicks.map(({ id, goals, startedAt, now }) => [
      id,
      progressOf(goals, startedAt, shared.get(id) ?? [], now),
    ]),
  );
}

async function readClicks(database: Database, userId: string, before: string | undefined): Promise<Click[]> {
  const { rows } = await sql<Click>`
    select id, wall, offer_id, title, goals, started_at, expires_at, now() as now
    from offer_clicks
    where user_id = ${userId} and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
    order by id desc limit ${STARTED_PAGE}`.execute(database);
  return rows;
}

/** All clicks of the member on the offers of these. */
async function readSiblings(
  database: Database,
  userId: string,
  clicks: readonly Click[],
): Promise<ClickPlace[]> {
  const { rows } = await sql<ClickPlace>`
    select id, wall, offer_id, started_at from offer_clicks
    where user_id = ${userId} and (wall, offer_id) in (
      select * from unnest(${clicks.map(({ wall }) => wall)}::text[], ${clicks.map(({ offerId }) => offerId)}::text[]))
    order by id desc limit ${SIBLINGS_READ_MAX}`.execute(database);
  return rows;
}

/** Proven calls of the member about these clicks, or about their offers since the first of them. */
async function readFacts(database: Database, userId: string, clicks: readonly Click[]): Promise<Fact[]> {
  const ids = clicks.map(({ id }) => id);
  const walls = clicks.map(({ wall }) => wall);
  const offers = clicks.map(({ offerId }) => offerId);
  const since = new Date(Math.min(...clicks.map(({ startedAt }) => startedAt.getTime())));
  const { rows } = await sql<Fact>`
    with asked as (select * from unnest(${walls}::text[], ${offers}::text[]) as a (wall, offer_id)),
    calls as (
      select c.id from (
        select id from webhook_transactions where click_id = any (${ids}::uuid[]) and user_id = ${userId}
        order by created_at desc limit ${CALLS_READ_MAX}
      ) c
      union
      select t.id from (
        select id from tasks where user_id = ${userId} and completed_at >= ${since}
        order by completed_at desc limit ${CALLS_READ_MAX}
      ) t
      union
      select r.id from (
        select id from webhook_transactions where user_id = ${userId} and status = 'reversed_early'
        order by created_at desc limit ${CALLS_READ_MAX}
      ) r
    )
    select w.status as kind, w.provider as wall, w.click_id, w.offer_id, w.goal_id, w.goal_name,
      case when w.status = 'reversed_early' then 0 else w.amount_mb end as points, w.created_at as received_at,
      w.held_until, w.reversed_at
    from calls join webhook_transactions w using (id)
    where w.user_id = ${userId}
      and (w.click_id = any (${ids}::uuid[]) or (w.provider, w.offer_id) in (select wall, offer_id from asked))
    union all
    select * from (
      select kind, wall, click_id, offer_id, goal_id, goal_name, 0, received_at, null::timestamptz, null::timestamptz
      from offer_events
      where user_id = ${userId} and wall = any (${walls}::text[])
      order by received_at desc limit ${CALLS_READ_MAX}
    ) moved_nothing`.execute(database);
  return rows;
}
