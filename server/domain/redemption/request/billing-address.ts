import { sql } from 'kysely';
import type { BillingAddress } from '#contract/redemptions.ts';
import { REDEMPTION_PROMISE_HOURS } from '#contract/redemptions.values.ts';
import type { Database, Tx } from '#database/client.ts';
import { readClock } from '#database/clock.ts';
import { announce } from '#database/live.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { wakeRedemptions } from '#domain/redemption/payout/schedule.ts';
import type { PayoutProvider, Recipient } from '#domain/redemption/ports.ts';
import { holdForReview } from '#domain/redemption/reviews/index.ts';
import { IS_OPEN, OPEN } from '#domain/redemption/states.ts';
import { judge, readFacts, readRules } from '#domain/trust/index.ts';
import { usableIn } from './region.ts';

interface AddressSettings {
  /** All that are set up. Those that enrol members make rewards with the address. */
  providers: readonly Pick<PayoutProvider, 'id' | 'enroll'>[];
  /** Longest review, if a rule of risk asks for one. */
  reviewHours: number;
}

/** The address that the member gave for card issuers, or null. */
export async function readBillingAddress(
  database: Database,
  memberId: string,
): Promise<BillingAddress | null> {
  const address = await database
    .selectFrom('billingAddresses')
    .select(['line1', 'line2', 'city', 'state', 'postalCode', 'country'])
    .where('userId', '=', memberId)
    .executeTakeFirst();
  return address ?? null;
}

/** The country of that address (ISO 3166-1 alpha-2), or null. */
export async function readCountry(database: Database | Tx, memberId: string): Promise<string | null> {
  const address = await database
    .selectFrom('billingAddresses')
    .select('country')
    .where('userId', '=', memberId)
    .executeTakeFirst();
  return address?.country ?? null;
}

/** What a provider that makes a reward for the member now is told of them. */
export async function readRecipient(database: Database, memberId: string): Promise<Recipient> {
  const [address, member] = await Promise.all([
    readBillingAddress(database, memberId),
    database
      .selectFrom('users')
      .select(['name', 'email', 'stripeCustomerId as customer'])
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow(),
  ]);
  return { memberId, ...member, address };
}

/**
 * Stores the member's address in place of an earlier one and tells the member's open pages. Redemptions that are made with it
 * are judged again: those that a rule of risk asks about go under review, the others that wait for it are woken. Throws Refusal
 * not_found for a member who has left, and not_in_region if one of them cannot be used in the address's country.
 */
export async function saveBillingAddress(
  tx: Tx,
  memberId: string,
  address: BillingAddress,
  settings: AddressSettings,
): Promise<BillingAddress> {
  const values = { ...address, updatedAt: sql<Date>`now()` };
  await lockMember(tx, memberId);
  await sql`select from card_redemptions where user_id = ${memberId} and status in ${OPEN}
    order by id for no key update`.execute(tx);
  const member = await tx
    .selectFrom('users')
    .select(['id', 'points'])
    .where('id', '=', memberId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  if (!member) throw new Refusal('not_found');
  const unmade = await readUnmade(tx, memberId, settings.providers);
  if (unmade.some(({ regions }) => !usableIn(regions, address.country))) throw new Refusal('not_in_region');
  await tx
    .insertInto('billingAddresses')
    .values({ userId: memberId, ...values })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
    .execute();
  await judgeAgain(
    tx,
    member,
    unmade.filter(({ judged }) => !judged),
    settings.reviewHours,
  );
  await wakeForDetails(tx, memberId);
  return address;
}

/** Wakes the redemptions that wait for the member's address or name, of which one is new, and tells the member's open pages. */
export async function wakeForDetails(tx: Tx, memberId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('cardRedemptions')
    .select('id')
    .where('userId', '=', memberId)
    .where('status', 'in', OPEN)
    // Others wait for their provider, also for a call without an answer. A run that is under way may have read the details before.
    .where((row) => row.or([row('reason', '=', 'details_needed'), row('resting', '=', false)]))
    // The oldest first, as for new codes.
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  await wakeRedemptions(
    tx,
    waiting.map(({ id }) => id),
  );
  announce(tx, memberId, { type: 'address', data: {} });
}

interface Unmade {
  id: string;
  amountCents: number;
  pointsUsed: number;
  regions: string[];
  /** It is or was under review, or a person has ended it. */
  judged: boolean;
}

/**
 * The member's open redemptions for which no reward was asked for, as their provider does not know the member yet. A worker of
 * one of them may be enrolling the member, and no more: it asks for a reward only with the provider's name of the member,
 * which it saves first.
 */
async function readUnmade(
  tx: Tx,
  memberId: string,
  providers: AddressSettings['providers'],
): Promise<Unmade[]> {
  const enrolling = providers.flatMap(({ id, enroll }) => (enroll ? [id] : []));
  const { rows } = await sql<Unmade>`
    select r.id, r.amount_cents, r.points_used, w.regions,
      exists (select from risk_reviews v where v.redemption_id = r.id)
        or exists (select from fulfilments f where f.redemption_id = r.id) as judged
    from card_redemptions r join rewards w on w.id = r.reward_id
    where r.user_id = ${memberId} and ${IS_OPEN} and r.provider = any(${enrolling}) and r.award_id is null
      and r.provider_customer is null and r.provider_ref is null and r.unanswered_since is null
    order by r.created_at, r.id`.execute(tx);
  return rows;
}

/** Puts those of these redemptions under review that the rules of risk ask about, now that the member has this address. */
async function judgeAgain(
  tx: Tx,
  member: { id: string; points: number },
  unmade: Unmade[],
  reviewHours: number,
): Promise<void> {
  if (unmade.length === 0) return;
  // Of members who give one address at once, each sees those before.
  await sql`select pg_advisory_xact_lock(hashtext('billing_addresses'),
      hashtext(payout_address(line1, line2, postal_code, country)))
    from billing_addresses where user_id = ${member.id}`.execute(tx);
  const rules = await readRules(tx);
  const at = await readClock(tx);
  const subjects = unmade.map(({ id, pointsUsed }) => ({
    id,
    at,
    userId: member.id,
    balance: member.points + pointsUsed,
  }));
  const known = await readFacts(tx, subjects);
  for (const redemption of unmade) {
    const { id } = redemption;
    const facts = known.get(id);
    const asking = facts ? judge(facts, rules) : [];
    if (!facts || asking.length === 0) continue;
    const { promisedBy } = await takeFromWorker(tx, id);
    const opened = { ...redemption, userId: member.id, promisedBy };
    await holdForReview(tx, opened, { rules: asking, facts }, reviewHours);
    announce(tx, member.id, { type: 'redemption', data: { id, status: 'review' } });
  }
}

/** Ends the lease of a worker, which then asks for nothing more. The promise begins anew, as the redemption waited for the member. */
const takeFromWorker = (tx: Tx, id: string) =>
  tx
    .updateTable('cardRedemptions')
    .set({
      attempts: sql`attempts + 1`,
      leasedUntil: null,
      resting: true,
      promisedBy: sql<Date>`greatest(promised_by, now() + make_interval(hours => ${REDEMPTION_PROMISE_HOURS}))`,
    })
    .where('id', '=', id)
    .returning('promisedBy')
    .executeTakeFirstOrThrow();
