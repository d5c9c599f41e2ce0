import { sql } from 'kysely';
import type { PictureFault } from '#contract/feeds.values.ts';
import type { Tx } from '#database/client.ts';

/** Most addresses and most pictures that are kept. The bytes of each are limited by the table. */
export const KEPT_MAX = 30_000;
/** New addresses, and addresses that are asked, of a round. */
const ADDED_MAX = 1_000;
const ROUND = 60;
/** While a process is at it; longer than any round. After a crash the address is due again. */
const LEASE = sql`interval '10 minutes'`;
/** When an address is asked again: whether it has another picture by then. */
const AGAIN = sql`interval '7 days'`;
/** The pause after failures begins with ten minutes, and doubles so many times. */
const DOUBLINGS_MAX = 9;

/** An address that is asked now. */
export interface Source {
  url: string;
}

/** Takes down the addresses of offers that are there, those that pay most first, up to KEPT_MAX in all. */
export async function addSources(tx: Tx, max = KEPT_MAX): Promise<void> {
  await sql`
    insert into offer_picture_sources (url)
    select o.icon_url from feed_offers o
    where o.left_at is null and o.icon_url is not null
      and not exists (select from offer_picture_sources s where s.url = o.icon_url)
    group by o.icon_url
    order by max(o.total_points) desc nulls last
    limit least(${ADDED_MAX}, greatest(0, ${max} - (select count(*) from offer_picture_sources)))
    on conflict do nothing`.execute(tx);
}

/**
 * Takes the addresses whose time has come and that an offer still names; nobody else gets them for ten minutes. A time that
 * lies further ahead than any is set (the clock of the database went back) counts as come.
 */
export async function takeSources(tx: Tx): Promise<Source[]> {
  const { rows } = await sql<Source>`
    update offer_picture_sources set next_at = now() + ${LEASE}
    where url in (
      select s.url from offer_picture_sources s
      where (s.next_at <= now() or s.next_at > now() + 2 * ${AGAIN})
        and exists (select from feed_offers o where o.icon_url = s.url and o.left_at is null)
      order by s.next_at limit ${ROUND} for update skip locked)
    returning url`.execute(tx);
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
  await sql`
    update offer_picture_sources set fault = ${fault}, failures = failures + 1,
      next_at = now() + interval '10 minutes' * power(2, least(failures, ${DOUBLINGS_MAX}))
    where url = ${url}`.execute(tx);
}
