import { type Selectable, sql } from 'kysely';
import type { Redemption as RedemptionOnWire } from '#contract/redemptions.ts';
import {
  REDEMPTIONS_LISTED_MAX,
  type RedemptionReason,
  type RedemptionStop,
} from '#contract/redemptions.values.ts';
import type { CardTier, RewardKind } from '#contract/rewards.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { fixedTogether } from '#database/fixed-together.ts';
import type { CardRedemptions } from '#database/types.ts';
import { pictureAddress } from '#domain/redemption/catalogue/rewards.ts';
import { stopOf } from '#domain/redemption/payout/stop.ts';
import { SANDBOX_PROVIDER } from '#domain/redemption/ports.ts';
import { isOpen } from '#domain/redemption/states.ts';

/** A redemption as its member may see it, without the addresses of its passes. */
export type Redemption = Omit<Domain<RedemptionOnWire>, 'appleWalletUrl' | 'googleWalletUrl'>;

/** The columns that make up what a member sees. */
export const SHOWN = [
  'id',
  'rewardId',
  'rewardKind',
  'rewardTitle',
  'cardTier',
  'amountCents',
  'pointsUsed',
  'status',
  'reason',
  'exactReason',
  'promisedBy',
  'createdAt',
  'issuedAt',
  'expiresAt',
  'reveal',
  'provider',
  'awardId',
] as const;

/** Facts about a redemption from other tables. */
interface Beside {
  message?: string | null;
  awardReason?: string | null;
  dueAt?: Date | null;
  question?: string | null;
  answer?: string | null;
  stop?: RedemptionStop | null;
  /** Its member or a person has ended it, and it is looked up before the points go back. */
  ended?: boolean | null;
  /** The title in the member's language. */
  translatedTitle?: string | null;
  /** Of the reward as it is now. */
  pictureHash: string | null;
}

export function toRedemption(
  row: Pick<Selectable<CardRedemptions>, (typeof SHOWN)[number]> & Beside,
): Redemption {
  const { dueAt, question = null, answer = null } = row;
  const { status } = row;
  const stop = row.stop ?? null;
  return {
    id: row.id,
    rewardId: row.rewardId,
    kind: row.rewardKind as RewardKind,
    title: row.translatedTitle ?? row.rewardTitle,
    picture: pictureAddress(row.pictureHash),
    cardTier: row.cardTier as CardTier | null,
    amountCents: row.amountCents,
    pointsUsed: row.pointsUsed,
    status,
    reason: ((!isOpen(status) && row.exactReason) || row.reason) as RedemptionReason | null,
    message: row.message ?? null,
    promisedBy:
      isOpen(status) && !stop && !row.ended && row.reason !== 'details_needed' ? row.promisedBy : null,
    stop,
    createdAt: row.createdAt,
    issuedAt: row.issuedAt,
    expiresAt: row.expiresAt,
    reveal: status === 'issued' ? row.reveal : null,
    test: row.provider === SANDBOX_PROVIDER,
    award: row.awardId === null ? null : { reason: row.awardReason ?? '' },
    review: row.reason === 'risk_review' && dueAt ? { dueAt, question, answer } : null,
  };
}

/** The title that a redemption keeps, in the language of the member in the row `member`; null if it is not translated. */
export const translatedTitle = (member: 'u' | 'users') =>
  sql<string | null>`rewards.translations -> ${sql.ref(`${member}.locale`)} ->> reward_title`;

const redemptionsOf = fixedTogether(['uuid'], (database, memberId: string) =>
  database
    .selectFrom('cardRedemptions')
    .innerJoin('users', 'users.id', 'cardRedemptions.userId')
    .leftJoin('fulfilments', 'fulfilments.redemptionId', 'cardRedemptions.id')
    .leftJoin('cashRewards', 'cashRewards.id', 'cardRedemptions.awardId')
    .leftJoin('riskReviews as review', 'review.redemptionId', 'cardRedemptions.id')
    .leftJoin('rewards', 'rewards.id', 'cardRedemptions.rewardId')
    .select(SHOWN.map((column) => `cardRedemptions.${column}` as const))
    .select(['rewards.pictureHash', translatedTitle('users').as('translatedTitle')])
    .select(
      // What was noted when a review was paid is for staff.
      sql<
        string | null
      >`coalesce(fulfilments.message, case when review.decision = 'refund' then review.note end)`.as(
        'message',
      ),
    )
    .select(stopOf('users').as('stop'))
    .select(sql<boolean>`fulfilments.decision is not distinct from 'refused'`.as('ended'))
    .select(['cashRewards.reason as awardReason', 'review.dueAt', 'review.question', 'review.answer'])
    .where('cardRedemptions.userId', '=', memberId)
    .orderBy('cardRedemptions.createdAt', 'desc')
    .orderBy('cardRedemptions.id')
    .limit(REDEMPTIONS_LISTED_MAX),
);

/** The member's redemptions, newest first, at most 500. */
export const listRedemptions = async (database: Database, memberId: string): Promise<Redemption[]> =>
  (await redemptionsOf(database, memberId)).map(toRedemption);
