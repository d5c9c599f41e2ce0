import { type Selectable, sql } from 'kysely';
import {
  CARD_TIER_USD,
  CARD_TIERS,
  type CardTier,
  type RedemptionReason,
  type RedemptionStatus,
  type Reveal,
} from '#contract/values.ts';
import type { Database, Tx } from '#database/client.ts';
import type { CardRedemptions } from '#database/types.ts';
import { Refusal } from '../refusal.ts';
import { type Obstacle, obstacleTo, priceOf, type Standing } from './eligibility.ts';
import { type PayoutProvider, SANDBOX_PROVIDER } from './ports.ts';

/** A member sees at most this many redemptions. */
const LISTED_MAX = 500;

/** A redemption as its member may see it. Amounts are whole US cents and whole points. */
export interface Redemption {
  id: string;
  cardTier: CardTier;
  amountUsd: number;
  pointsUsed: number;
  status: RedemptionStatus;
  reason: RedemptionReason | null;
  /** Null once there is an outcome. */
  promisedBy: Date | null;
  createdAt: Date;
  issuedAt: Date | null;
  expiresAt: Date | null;
  /** How its owner gets to see it; null until it is issued. */
  reveal: Reveal | null;
  /** The card buys nothing. */
  test: boolean;
}

const OPEN = ['pending', 'processing', 'review'];

export function toRedemption(row: Selectable<CardRedemptions>): Redemption {
  return {
    id: row.id,
    cardTier: row.cardTier as CardTier,
    amountUsd: row.amountUsd,
    pointsUsed: row.pointsUsed,
    status: row.status as RedemptionStatus,
    reason: row.reason as RedemptionReason | null,
    promisedBy: OPEN.includes(row.status) ? row.promisedBy : null,
    createdAt: row.createdAt,
    issuedAt: row.issuedAt,
    expiresAt: row.expiresAt,
    reveal: row.status === 'issued' ? (row.reveal as Reveal | null) : null,
    test: row.provider === SANDBOX_PROVIDER,
  };
}

/** The member's redemptions, newest first, at most 500. */
export async function listRedemptions(database: Database, memberId: string): Promise<Redemption[]> {
  const rows = await database
    .selectFrom('cardRedemptions')
    .selectAll()
    .where('userId', '=', memberId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(LISTED_MAX)
    .execute();
  return rows.map(toRedemption);
}

export interface RewardOffers {
  thresholdPoints: number;
  firstRedemption: boolean;
  delivery: PayoutProvider['delivery'];
  test: boolean;
  offers: {
    cardTier: CardTier;
    /** Whole US cents. */
    amountUsd: number;
    pricePoints: number;
    unavailable: Obstacle['code'] | null;
    missingPoints: number;
  }[];
}

/** What the member can have now, and what is missing for the rest. Throws Refusal not_found for an unknown member. */
export async function offerRewards(
  database: Database,
  memberId: string,
  settings: {
    thresholdPoints: number;
    /** Of the tiers, one each at least. */
    providers: readonly Pick<PayoutProvider, 'id' | 'delivery'>[];
  },
): Promise<RewardOffers> {
  const standing = await readStanding(database, memberId);
  if (!standing) throw new Refusal('not_found');
  return {
    thresholdPoints: settings.thresholdPoints,
    firstRedemption: standing.firstRedemption,
    delivery: settings.providers.every(({ delivery }) => delivery === 'at_once')
      ? 'at_once'
      : 'within_promise',
    test: settings.providers.some(({ id }) => id === SANDBOX_PROVIDER),
    offers: CARD_TIERS.map((cardTier) => {
      const obstacle = obstacleTo(cardTier, standing, settings.thresholdPoints);
      return {
        cardTier,
        amountUsd: CARD_TIER_USD[cardTier] * 100,
        pricePoints: priceOf(cardTier),
        unavailable: obstacle?.code ?? null,
        missingPoints: obstacle?.missing ?? 0,
      };
    }),
  };
}

/** Balance and history as the rules of redemption need them; undefined for an unknown member. */
export async function readStanding(
  database: Database | Tx,
  memberId: string,
): Promise<(Standing & { suspended: boolean; paused: boolean }) | undefined> {
  const { rows } = await sql<Standing & { suspended: boolean; paused: boolean }>`
    select points, suspended_at is not null as suspended, paused_at is not null as paused,
      not exists (select from card_redemptions r where r.user_id = u.id and r.status <> 'failed'
        and r.award_id is null) as first_redemption
    from users u where id = ${memberId}`.execute(database);
  return rows[0];
}
