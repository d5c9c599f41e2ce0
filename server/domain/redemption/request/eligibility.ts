import { sql } from 'kysely';
import { FIRST_CARD_TIER } from '#contract/rewards.values.ts';
import type { Database, Tx } from '#database/client.ts';
import { type Reward, tierOf } from '#domain/redemption/catalogue/rewards.ts';

/** The facts that decide whether a member can have a reward. */
export interface Standing {
  points: number;
  /** No redemption so far, or only failed ones: it has to be the $1 card, see `beginsWithCard`. */
  firstRedemption: boolean;
  /** ISO 3166-1 alpha-2, of the billing address, if there is one. */
  billingCountry: string | null;
}

/** Balance and history for the rules of redemption; undefined for an unknown member. */
export async function readStanding(
  database: Database | Tx,
  memberId: string,
): Promise<(Standing & { suspended: boolean; paused: boolean; language: string }) | undefined> {
  const { rows } = await sql<Standing & { suspended: boolean; paused: boolean; language: string }>`
    select points, locale as language, suspended_at is not null as suspended, paused_at is not null as paused,
      not exists (select from card_redemptions r where r.user_id = u.id and r.status <> 'failed'
        and r.award_id is null) as first_redemption,
      (select country from billing_addresses b where b.user_id = u.id) as billing_country
    from users u where id = ${memberId}`.execute(database);
  return rows[0];
}

export interface Obstacle {
  code: 'below_threshold' | 'first_redemption_tier' | 'insufficient_points';
  /** Points still to be earned; 0 if the reason is not a lack of points. */
  missing: number;
}

/** 100 points are one dollar, so a reward costs as many points as it has cents. */
export const priceOf = ({ amountCents }: Pick<Reward, 'amountCents'>): number => amountCents;

/** Why the member cannot have the reward now, or undefined. These rules are only here. */
export function obstacleTo(
  reward: Pick<Reward, 'kind' | 'key' | 'amountCents'>,
  standing: Pick<Standing, 'points' | 'firstRedemption'>,
  thresholdPoints: number,
): Obstacle | undefined {
  const price = priceOf(reward);
  if (standing.points < thresholdPoints && price <= thresholdPoints) {
    return { code: 'below_threshold', missing: thresholdPoints - standing.points };
  }
  if (standing.firstRedemption && tierOf(reward) !== FIRST_CARD_TIER) {
    return { code: 'first_redemption_tier', missing: 0 };
  }
  const missing = price - standing.points;
  return missing > 0 ? { code: 'insufficient_points', missing } : undefined;
}
