import { type Selectable, sql } from 'kysely';
import { CARD_TIER_USD, type CardTier, REDEMPTION_PROMISE_HOURS } from '#contract/values.ts';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import type { CardRedemptions } from '#database/types.ts';
import { memberAccount, PAYOUTS_HELD, post } from '../ledger/index.ts';
import { Refusal } from '../refusal.ts';
import { consumeCaptchaGrant } from '../trust/index.ts';
import { obstacleTo, priceOf } from './eligibility.ts';
import { type Redemption, readStanding, toRedemption } from './queries.ts';
import { enqueueFulfilment } from './schedule.ts';

/** What a member asks for. The request id is the browser's; repeated, it names the same redemption. */
export interface RedemptionRequest {
  memberId: string;
  requestId: string;
  cardTier: CardTier;
}

/**
 * Turns points into a redemption under way: the points are held, a worker does the rest. A repeat of the same request
 * answers the same redemption and needs no captcha. Throws Refusal request_id_reused, captcha_required, suspended, paused,
 * below_threshold, first_redemption_tier or insufficient_points.
 */
export async function requestRedemption(
  tx: Tx,
  request: RedemptionRequest,
  settings: { thresholdPoints: number; provider: string },
): Promise<Redemption> {
  // From here on the member's requests come one after the other.
  await sql`select from users where id = ${request.memberId} for no key update`.execute(tx);
  const earlier = await findByRequest(tx, request);
  if (earlier) return toRedemption(earlier);

  await consumeCaptchaGrant(tx, request.memberId, 'redemption');
  await checkStanding(tx, request, settings.thresholdPoints);
  const redemption = await insertRedemption(tx, request, settings.provider);
  await holdPoints(tx, redemption);
  await enqueueFulfilment(tx, redemption.id);
  await announce(tx, redemption.userId, {
    type: 'redemption',
    data: { id: redemption.id, status: 'pending' },
  });
  return toRedemption(redemption);
}

async function findByRequest(
  tx: Tx,
  request: RedemptionRequest,
): Promise<Selectable<CardRedemptions> | undefined> {
  const earlier = await tx
    .selectFrom('cardRedemptions')
    .selectAll()
    .where('userId', '=', request.memberId)
    .where('requestId', '=', request.requestId)
    .executeTakeFirst();
  if (earlier && earlier.cardTier !== request.cardTier) throw new Refusal('request_id_reused');
  return earlier;
}

async function checkStanding(tx: Tx, request: RedemptionRequest, thresholdPoints: number): Promise<void> {
  const standing = await readStanding(tx, request.memberId);
  if (!standing) throw new Refusal('not_found');
  if (standing.suspended) throw new Refusal('suspended');
  if (standing.paused) throw new Refusal('paused');
  const obstacle = obstacleTo(request.cardTier, standing, thresholdPoints);
  if (obstacle) throw new Refusal(obstacle.code, { details: { missing: obstacle.missing } });
}

async function insertRedemption(
  tx: Tx,
  request: RedemptionRequest,
  provider: string,
): Promise<Selectable<CardRedemptions>> {
  await tx
    .updateTable('users')
    .set({ cardTierLastChosen: request.cardTier })
    .where('id', '=', request.memberId)
    .execute();
  return tx
    .insertInto('cardRedemptions')
    .values({
      userId: request.memberId,
      requestId: request.requestId,
      cardTier: request.cardTier,
      amountUsd: CARD_TIER_USD[request.cardTier] * 100,
      pointsUsed: priceOf(request.cardTier),
      provider,
      promisedBy: sql`now() + make_interval(hours => ${REDEMPTION_PROMISE_HOURS})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function holdPoints(tx: Tx, redemption: Selectable<CardRedemptions>): Promise<void> {
  const [posted] = await post(tx, [
    {
      key: `redemption:${redemption.id}`,
      unit: 'points',
      from: memberAccount(redemption.userId),
      to: PAYOUTS_HELD,
      amount: redemption.pointsUsed,
      kind: 'redemption',
      reference: redemption.id,
      actor: memberAccount(redemption.userId),
    },
  ]);
  await announce(tx, redemption.userId, {
    type: 'balance',
    data: { points: posted?.balanceAfter ?? 0, change: -redemption.pointsUsed },
  });
}
