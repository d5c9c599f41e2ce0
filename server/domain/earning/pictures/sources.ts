import { type RawBuilder, sql } from 'kysely';
import type { PictureFault } from '#contract/feeds.values.ts';
import type { Tx } from '#database/client.ts';

/** Most addresses and most pictures that are kept. The bytes of each are limited by the table. */
export const KEPT_MAX = 30_000;
/**
 * Addresses that are asked in a round, and new ones: what waits to be asked stays short, so that no company's offers wait
 * behind all those of another.
 */
const ROUND = 60;
/** Longer than any round. */
const LEASE = sql`interval '10 minutes'`;
/** When an address is asked again: whether it has another picture by then. */
const AGAIN = sql`interval '7 days'`;
/** The pause after tries that brought no picture begins with LEASE, and doubles so many times. */
const DOUBLINGS_MAX = 9;

/** An address that is asked now. */
export interface Source {
  url: string;
}

/**
 * The addresses that get room, with their turn and the wall whose turn it is: of offers that are there, the walls in turns, of
 * each those first that pay most. A wall with few offers has room for all of them, whatever others name.
 */
export const withRoom = (max: number): RawBuilder<{ url: string; turn: string; wall: string }> => sql`
  select url, min(turn) as turn, (array_agg(wall order by turn, wall))[1] as wall from (
    select icon_url as url, wall,
      row_number() over (partition by wall order by max(total_points) desc nulls last, icon_url) as turn
    from feed_offers where left_at is null and icon_url is not null group by wall, icon_url
  ) turns group by url order by 2, 1 limit ${max}`;

/**
 * Takes down the next addresses that have room. Others, and pictures that no address has any more, give way where they are
 * too many: up to KEPT_MAX of each are kept.
 */
export async function addSources(tx: Tx, max = KEPT_MAX): Promise<void> {
  await sql`
    with wanted as materialized (${withRoom(max)}),
    gone as (
      delete from offer_picture_sources where url in (
        select s.url from offer_picture_sources s
        where not exists (select from wanted w where w.url = s.url)
        order by exists (select from feed_offers o where o.icon_url = s.url) desc, s.url
        offset greatest(0, ${max} - (select count(*) from wanted)))
    )
    insert into offer_picture_sources (url)
    -- Turns among the new ones alone: of who changes its addresses at each pull, all of them are new each time.
    select url from (
      select url, row_number() over (partition by wall order by turn, url) as next from wanted
      where not exists (select from offer_picture_sources s where s.url = wanted.url)
    ) missing
    order by next, url limit ${ROUND}
    on conflict do nothing`.execute(tx);
  // One that another process has just kept is about to be named.
  await sql`
    delete from offer_pictures where kept_at < now() - ${LEASE} and hash in (
      select p.hash from offer_pictures p
      where not exists (select from offer_picture_sources s where s.hash = p.hash)
      order by p.kept_at desc
      offset greatest(0, ${max} - (select count(*) from offer_picture_sources)))`.execute(tx);
}

/**
 * Takes the addresses whose time has come and that an offer still names; nobody else gets them meanwhile. A time that
 * lies further ahead than any is set (the clock of the database went back) counts as come. The try counts as failed until its
 * end is known, so that what ends the process is asked again later and later. In no order, so that nothing is always behind it.
 */
export async function takeSources(tx: Tx): Promise<Source[]> {
  const { rows } = await sql<Source>`
    with taken as (
      update offer_picture_sources set failures = failures + 1,
        next_at = now() + ${LEASE} * power(2, least(failures, ${DOUBLINGS_MAX}))
      where url in (
        select s.url from offer_picture_sources s
        where (s.next_at <= now() or s.next_at > now() + 2 * ${AGAIN})
          and exists (select from feed_offers o where o.icon_url = s.url and o.left_at is null)
        order by s.next_at limit ${ROUND} for update skip locked)
      returning url
    )
    select url from taken order by random()`.execute(tx);
  return rows;
}

/** Keeps the picture under its hash and says that the address has it. False if there is no room for another. */
export async function endKept(
  tx: Tx,
  { url }: Source,
  { hash, bytes }: { hash: string; bytes: Uint8Array },
  max = KEPT_MAX,
): Promise<boolean> {
  const { rows } = await sql`
    insert into offer_pictures as p (hash, bytes)
    select ${hash}, ${Buffer.from(bytes)}::bytea
    where exists (select from offer_pictures where hash = ${hash}) or (select count(*) from offer_pictures) < ${max}
    on conflict (hash) do update set kept_at = now()
    returning hash`.execute(tx);
  if (rows.length === 0) return false;
  await sql`
    update offer_picture_sources set hash = ${hash}, fault = null, failures = 0, next_at = now() + ${AGAIN}
    where url = ${url}`.execute(tx);
  return true;
}

/** Says why the address brought no picture. The one that it brought before stays. */
export async function endFailed(tx: Tx, { url }: Source, fault: PictureFault): Promise<void> {
  await sql`update offer_picture_sources set fault = ${fault} where url = ${url}`.execute(tx);
}

/** Gives the address back, which was not asked: no try is counted, so the pause until its next is as long as this one. */
export async function endUnasked(tx: Tx, { url }: Source): Promise<void> {
  await sql`
    update offer_picture_sources set failures = greatest(0, failures - 1) where url = ${url}`.execute(tx);
}
