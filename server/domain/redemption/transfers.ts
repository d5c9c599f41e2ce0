import type { RedemptionReason } from '#contract/redemptions.values.ts';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import {
  AWARDS,
  memberAccount,
  PAYOUTS_HELD,
  PAYOUTS_PAID,
  post,
  readTransfer,
  type Transfer,
} from '#domain/ledger/index.ts';

/** Every transfer of a redemption, by its step. Each is posted with the move of the state, and proof/ looks for it by its key. */

interface Redemption {
  id: string;
  userId: string;
  /** 0 for an award. */
  pointsUsed: number;
  /** Whole US cents. */
  amountUsd: number;
}

/** Holds the points of a new redemption. Returns the balance afterwards. */
export async function holdPoints(tx: Tx, { id, userId, pointsUsed }: Redemption): Promise<number> {
  const [posted] = await post(tx, [
    {
      key: `redemption:${id}`,
      unit: 'points',
      from: memberAccount(userId),
      to: PAYOUTS_HELD,
      amount: pointsUsed,
      kind: 'redemption',
      reference: id,
      actor: memberAccount(userId),
    },
  ]);
  const points = posted?.balanceAfter ?? 0;
  await announce(tx, userId, { type: 'balance', data: { points, change: -pointsUsed } });
  return points;
}

/** Gives the points of a redemption back by a transfer that takes the debit back. */
export async function refundPoints(
  tx: Tx,
  { id, userId, pointsUsed }: Omit<Redemption, 'amountUsd'>,
  actor: string,
): Promise<void> {
  const debit = await readTransfer(tx, `redemption:${id}`);
  const [posted] = await post(tx, [
    {
      key: `refund:${id}`,
      unit: 'points',
      from: PAYOUTS_HELD,
      to: memberAccount(userId),
      amount: pointsUsed,
      kind: 'refund',
      reference: id,
      reverses: debit.id,
      actor,
    },
  ]);
  await announce(tx, userId, {
    type: 'balance',
    data: { points: posted?.balanceAfter ?? 0, change: pointsUsed },
  });
}

/** Pays what is issued: the held points, and the cents of the member's card. An award has no points, and cents of its own. */
export async function payOut(tx: Tx, redemption: Redemption & { awardId: string | null }): Promise<void> {
  const { id, userId, pointsUsed, amountUsd, awardId } = redemption;
  const isAward = awardId !== null;
  const common = { reference: id, actor: 'system', kind: isAward ? 'award' : 'payout' } as const;
  const cents: Transfer = {
    ...common,
    key: `cash:${id}`,
    unit: 'cents',
    from: isAward ? AWARDS : PAYOUTS_PAID,
    to: memberAccount(userId),
    amount: amountUsd,
  };
  const points: Transfer = {
    ...common,
    key: `payout:${id}`,
    unit: 'points',
    from: PAYOUTS_HELD,
    to: PAYOUTS_PAID,
    amount: pointsUsed,
  };
  await post(tx, isAward ? [cents] : [points, cents]);
}

/**
 * Takes back what was paid for a reward that its issuer took back, each transfer linked to its own. Returns the balance
 * after the points came back, or undefined where none do.
 */
export async function takeBack(
  tx: Tx,
  { id, userId, pointsUsed, amountUsd }: Redemption,
  reason: RedemptionReason,
): Promise<number | undefined> {
  if (reason === 'withdrawn_used') return undefined;
  const common = { reference: id, actor: 'system' } as const;
  const cash = await readTransfer(tx, `cash:${id}`);
  const cents: Transfer = {
    ...common,
    key: `uncash:${id}`,
    unit: 'cents',
    from: memberAccount(userId),
    // Of an award it came from elsewhere.
    to: cash.from,
    amount: amountUsd,
    kind: 'reversal',
    reverses: cash.id,
  };
  if (reason === 'withdrawn_closed' || pointsUsed === 0) {
    await post(tx, [cents]);
    return undefined;
  }
  const points: Transfer = {
    ...common,
    key: `return:${id}`,
    unit: 'points',
    from: PAYOUTS_PAID,
    to: memberAccount(userId),
    amount: pointsUsed,
    kind: 'refund',
    reverses: (await readTransfer(tx, `payout:${id}`)).id,
  };
  const posted = await post(tx, [cents, points]);
  return posted.find(({ key }) => key === points.key)?.balanceAfter ?? 0;
}
