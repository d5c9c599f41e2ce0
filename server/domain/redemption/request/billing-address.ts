import { sql } from 'kysely';
import type { BillingAddress } from '#contract/redemptions.ts';
import type { Database, Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { wakeRedemption } from '#domain/redemption/payout/schedule.ts';
import { OPEN } from '#domain/redemption/states.ts';

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

/**
 * Stores the member's address in place of an earlier one, tells the member's open pages, and wakes redemptions that wait for
 * it. Throws Refusal not_found for a member who has left.
 */
export async function saveBillingAddress(
  tx: Tx,
  memberId: string,
  address: BillingAddress,
): Promise<BillingAddress> {
  const values = { ...address, updatedAt: sql<Date>`now()` };
  await lockMember(tx, memberId);
  await sql`select from card_redemptions where user_id = ${memberId} and status in ${OPEN}
    order by id for no key update`.execute(tx);
  const member = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', memberId)
    .where('erasedAt', 'is', null)
    .executeTakeFirst();
  if (!member) throw new Refusal('not_found');
  await tx
    .insertInto('billingAddresses')
    .values({ userId: memberId, ...values })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(values))
    .execute();
  const waiting = await tx
    .selectFrom('cardRedemptions')
    .select('id')
    .where('userId', '=', memberId)
    .where('status', 'in', OPEN)
    // Others wait for their provider, also for a call without an answer. A run that is under way may have read no address.
    .where((row) => row.or([row('reason', '=', 'details_needed'), row('resting', '=', false)]))
    // The oldest first, as for new codes.
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  for (const { id } of waiting) await wakeRedemption(tx, id);
  announce(tx, memberId, { type: 'address', data: {} });
  return address;
}
