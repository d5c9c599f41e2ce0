import { sql } from 'kysely';
import type { CardTier } from '#contract/values.ts';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';

/** A worker has a redemption for itself for this long; each further step of it starts the time anew. */
export const LEASE_SECONDS = 30;

/** One worker's hold on a redemption. `attempt` tells it from every earlier and later one. */
export interface Claim {
  id: string;
  userId: string;
  attempt: number;
  provider: string;
  /** The provider's name of what an earlier run prepared. */
  ref: string | null;
  cardTier: CardTier;
  /** Whole US cents. */
  amountUsd: number;
  pointsUsed: number;
  promisedBy: Date;
  unansweredSince: Date | null;
  /** The database's clock at the claim. */
  claimedAt: Date;
}

/** Takes an open redemption that nobody holds and whose time has come; undefined for any other. */
export async function claimRedemption(tx: Tx, id: string): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    update card_redemptions set
      status = case status when 'review' then status else 'processing' end,
      attempts = attempts + 1,
      leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id} and status in ('pending', 'processing', 'review')
      and (leased_until is null or leased_until <= now())
    returning id, user_id, attempts as attempt, provider, provider_ref as ref, card_tier, amount_usd, points_used, promised_by,
      unanswered_since, now() as claimed_at`.execute(tx);
  const claim = rows[0];
  if (claim?.attempt === 1) {
    await announce(tx, claim.userId, { type: 'redemption', data: { id, status: 'processing' } });
  }
  return claim;
}

/** Prolongs the claim and keeps a new `ref`. Answers false when another worker has taken over: then stop. */
export async function renewClaim(tx: Tx, claim: Claim, ref?: string): Promise<boolean> {
  const { rows } = await sql`
    update card_redemptions set
      provider_ref = coalesce(${ref ?? null}, provider_ref),
      leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${claim.id} and attempts = ${claim.attempt} and status in ('processing', 'review')
    returning id`.execute(tx);
  return rows.length === 1;
}
