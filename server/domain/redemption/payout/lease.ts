import { sql } from 'kysely';
import { REDEMPTION_PROMISE_HOURS } from '#contract/redemptions.values.ts';
import type { CardTier } from '#contract/rewards.values.ts';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import type { FulfilPorts, Recipient } from '#domain/redemption/ports.ts';
import { GOES_ON, HELD, OWN } from '#domain/redemption/states.ts';
import { IS_STOPPED, readStop } from './stop.ts';

/** Length of a worker's lease; each further step of the worker starts it anew. */
export const LEASE_SECONDS = 30;

/** A worker's lease of a redemption. `attempt` is its number among the leases of the redemption. */
export interface Lease {
  id: string;
  userId: string;
  attempt: number;
  provider: string;
  /** The `ref` of a reward that an earlier run prepared. */
  ref: string | null;
  /** The tier of a prepaid card, else null. */
  cardTier: CardTier | null;
  productIds: string[];
  /** Whole US cents. */
  amountCents: number;
  pointsUsed: number;
  /** Set for an award, which takes no points. */
  awardId: string | null;
  createdAt: Date;
  promisedBy: Date;
  /** The time of the first call that could pay and is without an answer, and of the last one. */
  unansweredSince: Date | null;
  lastUnansweredAt: Date | null;
  /** When a person ended the redemption: nothing more is asked for, and its points go back once nothing can be spent. */
  endedAt: Date | null;
  recipient: Recipient;
  /** The database's clock at the lease. */
  takenAt: Date;
}

/**
 * Leases an open redemption that is due, not leased, and not under review; else returns undefined. For a member who is
 * paused or suspended, leases only what an earlier run may have asked of a provider and what a person has ended; of
 * others, records when they were stopped. That time is added to the promise when the redemption continues. While the member's
 * details are missing, each lease begins the promise anew.
 */
export async function takeLease(
  tx: Tx,
  id: string,
  providers: FulfilPorts['providers'],
): Promise<Lease | undefined> {
  // A statement of its own, so that the next one sees what was committed before the lock was taken: an address that woke it.
  await sql`select from card_redemptions where id = ${id} for no key update`.execute(tx);
  const isFree = sql`${GOES_ON} and (leased_until is null or leased_until <= now())`;
  // A run that did not record its end may have been killed during a call.
  const mayHaveAsked = sql`(attempts > 0 and not resting and provider not in ${OWN})`;
  const keepingCustomers = providers.flatMap((provider) => (provider.enroll ? [provider.id] : []));
  const { rows } = await sql<Lease>`
    with stopped as (
      -- Its job may then end; a sweep enqueues it again.
      update card_redemptions r set stopped_at = now()
      where id = ${id} and stopped_at is null and ${isFree} and ${IS_STOPPED}
    ), leased as (
      update card_redemptions r set
        status = case status when 'review' then status else 'processing' end,
        unanswered_since = case when ${mayHaveAsked} then coalesce(unanswered_since, now()) else unanswered_since end,
        last_unanswered_at = case when ${mayHaveAsked} then now() else last_unanswered_at end,
        attempts = attempts + 1, resting = false, woken = false, stopped_at = null,
        promised_by = case when reason = 'details_needed' then now() + make_interval(hours => ${REDEMPTION_PROMISE_HOURS})
          else promised_by + coalesce(now() - stopped_at, interval '0') end,
        provider_customer = coalesce(provider_customer, (
          select stripe_customer_id from users where users.id = user_id and provider = any(${keepingCustomers})
        )),
        leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where id = ${id} and ${isFree} and not ${IS_STOPPED}
      returning *
    )
    select c.id, c.user_id, c.attempts as attempt, c.provider, c.provider_ref as ref, c.card_tier, c.amount_cents,
      c.points_used, c.award_id, c.created_at, c.promised_by, c.unanswered_since, c.last_unanswered_at,
      now() as taken_at, c.product_ids,
      (select decided_at from fulfilments f where f.redemption_id = c.id and f.decision = 'refused') as ended_at,
      jsonb_build_object('memberId', c.user_id, 'name', u.name, 'email', u.email,
        'customer', c.provider_customer, 'address', case when a.user_id is not null then jsonb_build_object(
          'line1', a.line1, 'line2', a.line2, 'city', a.city, 'state', a.state,
          'postalCode', a.postal_code, 'country', a.country) end) as recipient
    from leased c
      left join users u on u.id = c.user_id and u.erased_at is null
      left join billing_addresses a on a.user_id = c.user_id`.execute(tx);
  const [lease] = rows;
  if (lease?.attempt === 1) {
    announce(tx, lease.userId, { type: 'redemption', data: { id, status: 'processing' } });
  }
  return lease;
}

/** Saves the provider's name of the member. Returns the saved one, which may be an earlier worker's. */
export async function saveCustomer(tx: Tx, lease: Lease, customer: string): Promise<string | null> {
  await keepCustomer(tx, lease.userId, customer);
  const { rows } = await sql<{ kept: string | null }>`
    update card_redemptions set provider_customer = coalesce(
      provider_customer, (select stripe_customer_id from users where users.id = user_id), ${customer})
    where id = ${lease.id} returning provider_customer as kept`.execute(tx);
  return rows[0]?.kept ?? null;
}

/** Saves the provider's name of the member for their next redemptions, if none is saved. */
export async function keepCustomer(tx: Tx, userId: string, customer: string): Promise<void> {
  await lockMember(tx, userId);
  await sql`update users set stripe_customer_id = coalesce(stripe_customer_id, ${customer})
    where id = ${userId} and erased_at is null`.execute(tx);
}

/** Forgets this name of the member. Redemptions that have it keep it, so that their rewards are still found. */
export async function forgetCustomer(tx: Tx, { userId, recipient }: Lease): Promise<void> {
  await sql`update users set stripe_customer_id = null
    where id = ${userId} and stripe_customer_id = ${recipient.customer}`.execute(tx);
}

/** Prolongs the lease and saves a new `ref`. Returns false if another worker took over; the caller must then stop. */
export async function renewLease(tx: Tx, lease: Lease, ref?: string): Promise<boolean> {
  const { rows } = await sql`
    update card_redemptions set
      provider_ref = coalesce(${ref ?? null}, provider_ref),
      leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${lease.id} and attempts = ${lease.attempt} and status in ${HELD}
    returning id`.execute(tx);
  return rows.length === 1;
}

/**
 * Whether a call that could pay may begin in this transaction: no other worker took over, and nobody has ended the
 * redemption, or paused or suspended its member. For a member who has left nothing new is asked for; a saved reward goes on.
 * Locks the member's row, so that these wait for the end of the transaction.
 */
export async function mayBegin(tx: Tx, lease: Lease): Promise<boolean> {
  if (await readStop(tx, lease.userId)) return false;
  // A statement of its own, so that it sees what was committed before the lock was taken.
  const { rows } = await sql`
    select from card_redemptions r
    where r.id = ${lease.id} and r.attempts = ${lease.attempt} and r.status in ${HELD}
      and (r.provider_ref is not null or exists (select from users u where u.id = r.user_id and u.erased_at is null))
      and not exists (select from fulfilments f where f.redemption_id = r.id and f.decision = 'refused')`.execute(
    tx,
  );
  return rows.length === 1;
}
