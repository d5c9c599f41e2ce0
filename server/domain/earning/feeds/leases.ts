import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { applyCategories } from '#domain/earning/offers/categories.ts';
import { applyRules, lockRules } from '#domain/earning/offers/rules.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import type { FeedFailure } from './ask-feed.ts';
import type { ConfiguredFeed } from './feed-definition.ts';
import type { LeftOutOffers } from './left-out.ts';
import type { Validators } from './read-catalogue.ts';
import { type MergeCounts, mergeStaged } from './stage.ts';

/** Longer than any pull; after it another process may try. */
const LEASE = sql`interval '6 minutes'`;
/** Longest pause after failures. */
const PAUSE_MAX = sql`interval '6 hours'`;
/** The pause doubles with each failure this many times. */
const DOUBLINGS_MAX = 6;
/** A day after it was last read as a whole, the catalogue is read again even if the vendor says that it is the same. */
const TRUSTED_SAME = sql`interval '1 day'`;
/** How long a vendor must keep to far fewer offers, those that are left out too, or to others, until it is believed. */
const BELIEVED_AFTER = sql`interval '1 hour'`;
/** Shortest time between two pulls of a changed setup: two processes may each have their own. */
const SETUP_PAUSE = sql`interval '5 minutes'`;
/** Fewer than half, and at least this many less, are far fewer; so is none. */
const FEWER_MIN = 10;
/** A catalogue of so many offers is exchanged where less than one in EXCHANGED_RATIO of them is still there. */
const EXCHANGED_MIN = 50;
const EXCHANGED_RATIO = 10;

/** A pull that is under way. */
export interface Pull {
  id: string;
  wall: string;
  setup: string;
  everyMinutes: number;
  known: Validators;
}

/** Names what a catalogue depends on beside the vendor: how it is read, and what the wall credits. */
export const setupOf = ({ definition, maxPoints }: ConfiguredWall, feed: ConfiguredFeed): string => {
  const { secrets: _, ...read } = feed;
  const parts = [read, definition.postback.fields.points !== undefined, maxPoints];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
};

/**
 * Begins a pull if its time has come, or anyway with `now`; undefined if it has not, or while another process is at it. A
 * time that lies further ahead than any is set (the clock of the database went back) counts as come.
 */
export async function takeLease(
  tx: Tx,
  { wall, setup, everyMinutes }: Pick<Pull, 'wall' | 'setup' | 'everyMinutes'>,
  now: boolean,
): Promise<Pull | undefined> {
  await sql`insert into feeds (wall) values (${wall}) on conflict do nothing`.execute(tx);
  await sql`delete from feed_staged where staged_at < now() - interval '1 hour'`.execute(tx);
  // While a process has no feed for the wall, its offers leave without an answer: the same one then brings them back.
  const isTrusted = sql`setup = ${setup} and read_at > now() - ${TRUSTED_SAME}
        and exists (select from feed_offers o where o.wall = feeds.wall and o.left_at is null)`;
  const { rows } = await sql<{ id: string; etag: string | null; lastModified: string | null }>`
    update feeds set lease = gen_random_uuid(), leased_until = now() + ${LEASE}, tried_at = now(), tried_setup = ${setup}
    where wall = ${wall}
      and (leased_until is null or leased_until < now() or leased_until > now() + interval '1 hour')
      and (${now} or next_at <= now() or next_at > now() + interval '25 hours'
        or tried_setup <> ${setup} and tried_at < now() - ${SETUP_PAUSE})
    returning lease as id,
      case when ${isTrusted} then etag end as etag,
      case when ${isTrusted} then last_modified end as last_modified`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const known = { etag: row.etag, lastModified: row.lastModified };
  return { id: row.id, wall, setup, everyMinutes, known };
}

interface Read {
  answer: Validators & { same: boolean };
  /** Different offers that were staged. */
  offers: number;
  leftOut: LeftOutOffers;
  acceptFewer: boolean;
}

/** How many offers: of the answer, of the catalogue, and of both. */
interface Counts {
  staged: number;
  known: number;
  kept: number;
}

/** Makes the catalogue what was read. Returns why not, if it is not believed or the lease is over. */
export async function endPulled(
  tx: Tx,
  pull: Pull,
  read: Read,
): Promise<MergeCounts | { fault: 'fewer' | 'exchanged' | 'interrupted' }> {
  await lockRules(tx);
  const { rows } = await sql<{ setup: string; hasLasted: boolean } & Counts>`
    select setup, coalesce(fewer_since < now() - ${BELIEVED_AFTER}, false) as has_lasted,
      (select count(*)::integer from feed_staged where pull = ${pull.id}) as staged,
      (select count(*)::integer from feed_offers o where o.wall = f.wall and left_at is null) as known,
      (select count(*)::integer from feed_staged s join feed_offers o on o.wall = ${pull.wall} and o.offer_id = s.offer_id
        where s.pull = ${pull.id} and o.left_at is null) as kept
    from feeds f where wall = ${pull.wall} and lease = ${pull.id} for update`.execute(tx);
  const [row] = rows;
  if (!row) return { fault: 'interrupted' };
  if (read.answer.same) {
    await end(tx, pull, sql`pulled_at = now(), fewer_since = null`);
    return { added: 0, changed: 0, gone: 0, returned: 0 };
  }
  // Lost in a crash of the database: what is left of it is no catalogue.
  if (row.staged !== read.offers) {
    await end(tx, pull, sql`fewer_since = fewer_since`, 'interrupted');
    return { fault: 'interrupted' };
  }
  const wereLeftOut = await countMissing(tx, pull, read.leftOut);
  const { fault, areGone } = doubtOf(row, wereLeftOut);
  // Another setup reads another catalogue. An answer without anything is empty however it is read.
  const isChanged = row.setup !== pull.setup && row.staged + wereLeftOut > 0;
  const isBelieved = read.acceptFewer || isChanged || (areGone && row.hasLasted);
  if (fault && !isBelieved) {
    const since = areGone ? sql`coalesce(fewer_since, now())` : sql`null`;
    // The next answer is read as a whole, so that what was left out becomes that of the catalogue again.
    await end(
      tx,
      pull,
      sql`fewer_since = ${since}, etag = null, last_modified = null,
        left_out = ${JSON.stringify(read.leftOut.counts)}::jsonb`,
      fault,
    );
    return { fault };
  }
  const counts = await mergeStaged(tx, { pull: pull.id, wall: pull.wall });
  await applyRules(tx, pull.wall);
  await applyCategories(tx, pull.wall);
  const { etag, lastModified } = read.answer;
  await end(
    tx,
    pull,
    sql`pulled_at = now(), read_at = now(), setup = ${pull.setup}, etag = ${etag}, last_modified = ${lastModified},
      fewer_since = null, offers = ${read.offers}, added = ${counts.added}, changed = ${counts.changed},
      gone = ${counts.gone}, returned = ${counts.returned}, left_out = ${JSON.stringify(read.leftOut.counts)}::jsonb`,
  );
  return counts;
}

/** Why an answer may not be the catalogue; `areGone`: also with those that were left out. */
function doubtOf(
  { staged, known, kept }: Counts,
  wereLeftOut: number,
): { fault: 'fewer' | 'exchanged' | undefined; areGone: boolean } {
  const isFew = (count: number) => count * 2 < known && (count === 0 || known - count >= FEWER_MIN);
  // What cannot be read or promised any more is not gone.
  const areOthers = known >= EXCHANGED_MIN && (kept + wereLeftOut) * EXCHANGED_RATIO < known;
  const fault = isFew(staged) ? 'fewer' : areOthers ? 'exchanged' : undefined;
  return { fault, areGone: isFew(staged + wereLeftOut) || areOthers };
}

/** How many offers that the catalogue has this pull left out, those whose id it could not read too. */
async function countMissing(tx: Tx, pull: Pull, { ids, nameless }: LeftOutOffers): Promise<number> {
  const { rows } = await sql<{ missing: number }>`
    select count(*)::integer as missing from feed_offers o
    where o.wall = ${pull.wall} and left_at is null and offer_id = any(${ids}::text[])
      and not exists (select from feed_staged s where s.pull = ${pull.id} and s.offer_id = o.offer_id)`.execute(
    tx,
  );
  return (rows[0]?.missing ?? 0) + nameless;
}

/** Ends a pull that brought no catalogue; the next comes the later, the more have failed. */
export async function endFailed(
  tx: Tx,
  pull: Pull,
  { fault, status, retryAfterMs }: FeedFailure,
): Promise<void> {
  await dropStaged(tx, pull);
  const asked = Math.min((retryAfterMs ?? 0) / 1000, 86_400);
  await sql`
    update feeds set lease = null, leased_until = null, fault = ${fault}, fault_status = ${status},
      failures = failures + 1,
      next_at = now() + least(${PAUSE_MAX}, greatest(make_interval(secs => ${asked}),
        make_interval(mins => ${pull.everyMinutes}) * power(2, least(failures, ${DOUBLINGS_MAX}))))
    where wall = ${pull.wall} and lease = ${pull.id}`.execute(tx);
}

/** Ends a pull whose answer was read; `fault` says why it is not the catalogue. */
async function end(
  tx: Tx,
  pull: Pull,
  set: ReturnType<typeof sql>,
  fault: 'fewer' | 'exchanged' | 'interrupted' | null = null,
): Promise<void> {
  await dropStaged(tx, pull);
  await sql`
    update feeds set ${set}, lease = null, leased_until = null, fault = ${fault}, fault_status = null,
      failures = case when ${fault}::text is null then 0 else failures + 1 end,
      next_at = now() + make_interval(mins => ${pull.everyMinutes})
    where wall = ${pull.wall}`.execute(tx);
}

const dropStaged = (tx: Tx, pull: Pull) => sql`delete from feed_staged where pull = ${pull.id}`.execute(tx);
