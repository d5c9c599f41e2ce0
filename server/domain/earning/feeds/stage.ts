import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import type { FeedOffer } from './feed-offer.ts';

/**
 * Keeps offers of a pull that is under way; those that the catalogue has just like this as their id alone. Returns the
 * ids that the pull had not seen before.
 */
export async function stageOffers(
  tx: Tx,
  { pull, wall }: { pull: string; wall: string },
  offers: readonly FeedOffer[],
): Promise<Set<string>> {
  const rows = offers.map((offer) => ({
    offer_id: offer.offerId,
    digest: digestOf(offer),
    offer: rowOf(offer),
  }));
  const staged = await sql<{ offerId: string }>`
    insert into feed_staged (pull, offer_id, digest, offer)
    select ${pull}, given.offer_id, given.digest, case when known.offer_id is null then given.offer end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (offer_id text, digest text, offer jsonb)
      left join feed_offers known on known.wall = ${wall} and known.offer_id = given.offer_id
        and known.digest = given.digest
    on conflict do nothing
    returning offer_id`.execute(tx);
  return new Set(staged.rows.map(({ offerId }) => offerId));
}

const digestOf = (offer: FeedOffer): string =>
  createHash('sha256').update(JSON.stringify(offer)).digest('base64url');

/** By the names of the columns of `feed_offers`; the goals by those of `feed_goals`. */
const rowOf = ({ goals, ...offer }: FeedOffer) => ({
  version: offer.version,
  title: offer.title,
  description: offer.description,
  requirements: offer.requirements,
  disclaimer: offer.disclaimer,
  things_to_know: offer.thingsToKnow,
  icon_url: offer.iconUrl,
  categories: offer.categories,
  countries: offer.countries,
  states: offer.states,
  devices: offer.devices,
  systems: offer.systems,
  total_points: offer.totalPoints,
  support_url: offer.supportUrl,
  confirmation: offer.confirmation,
  deadline_seconds: offer.deadlineSeconds,
  epc: offer.epc,
  updated_at: offer.updatedAt,
  ends_at: offer.endsAt,
  click_template: offer.clickTemplate,
  steps: goals.length,
  purchase: offer.purchase === true,
  no_purchase: offer.purchase === false,
  goals: goals.map((goal, place) => ({
    goal_id: goal.goalId,
    place,
    name: goal.name,
    description: goal.description,
    points: goal.points,
    usd_micros: goal.usdMicros,
    order: goal.order,
    non_linear: goal.nonLinear,
    purchase: goal.purchase === true,
    repeatable: goal.repeatable,
    paid: goal.paid,
    deadline_seconds: goal.deadlineSeconds,
  })),
});

export interface MergeCounts {
  added: number;
  changed: number;
  gone: number;
  returned: number;
}

/** Makes what a pull has staged the catalogue. An offer that is not in it has left; one that comes back is the same offer. */
export async function mergeStaged(
  tx: Tx,
  { pull, wall }: { pull: string; wall: string },
): Promise<MergeCounts> {
  const gone = await sql`
    update feed_offers o set left_at = now()
    where wall = ${wall} and left_at is null
      and not exists (select from feed_staged s where s.pull = ${pull} and s.offer_id = o.offer_id)`.execute(
    tx,
  );
  const returned = await sql`
    update feed_offers o set left_at = null
    from feed_staged s
    where s.pull = ${pull} and o.wall = ${wall} and o.offer_id = s.offer_id and o.left_at is not null`.execute(
    tx,
  );
  const written = await sql<{ isNew: boolean }>`
    insert into feed_offers (wall, offer_id, version, digest, title, description, requirements, disclaimer,
      things_to_know, icon_url, categories, countries, states, devices, systems, total_points, support_url,
      confirmation, deadline_seconds, epc, updated_at, ends_at, click_template, steps, purchase, no_purchase)
    select ${wall}, s.offer_id, r.version, s.digest, r.title, r.description, r.requirements, r.disclaimer,
      r.things_to_know, r.icon_url, r.categories, r.countries, r.states, r.devices, r.systems, r.total_points,
      r.support_url, r.confirmation, r.deadline_seconds, r.epc, r.updated_at, r.ends_at, r.click_template, r.steps, r.purchase,
      r.no_purchase
    from feed_staged s, jsonb_populate_record(null::feed_offers, s.offer - 'goals') r
    where s.pull = ${pull} and s.offer is not null
    on conflict (wall, offer_id) do update set revision = feed_offers.revision + 1, changed_at = now(),
      version = excluded.version, digest = excluded.digest, title = excluded.title,
      description = excluded.description, requirements = excluded.requirements, disclaimer = excluded.disclaimer,
      things_to_know = excluded.things_to_know, icon_url = excluded.icon_url, categories = excluded.categories,
      countries = excluded.countries, states = excluded.states, devices = excluded.devices,
      systems = excluded.systems, total_points = excluded.total_points, support_url = excluded.support_url,
      confirmation = excluded.confirmation, deadline_seconds = excluded.deadline_seconds, epc = excluded.epc,
      updated_at = excluded.updated_at, ends_at = excluded.ends_at, click_template = excluded.click_template,
      steps = excluded.steps, purchase = excluded.purchase, no_purchase = excluded.no_purchase
    returning revision = 1 as is_new`.execute(tx);
  await sql`
    delete from feed_goals g using feed_staged s
    where s.pull = ${pull} and s.offer is not null and g.wall = ${wall} and g.offer_id = s.offer_id`.execute(
    tx,
  );
  await sql`
    insert into feed_goals (wall, offer_id, goal_id, place, name, description, points, usd_micros, "order", non_linear,
      purchase, repeatable, paid, deadline_seconds)
    select ${wall}, s.offer_id, g.goal_id, g.place, g.name, g.description, g.points, g.usd_micros, g."order",
      g.non_linear, g.purchase, g.repeatable, g.paid, g.deadline_seconds
    from feed_staged s, jsonb_populate_recordset(null::feed_goals, s.offer -> 'goals') g
    where s.pull = ${pull} and s.offer is not null`.execute(tx);
  const added = written.rows.filter(({ isNew }) => isNew).length;
  return {
    added,
    changed: written.rows.length - added,
    gone: Number(gone.numAffectedRows ?? 0n),
    returned: Number(returned.numAffectedRows ?? 0n),
  };
}
