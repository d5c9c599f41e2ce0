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
import { payPastDebts } from '#domain/trust/index.ts';

/** The transfers of a redemption by step. Each is posted with its change of state; proof/ finds it by its key. */

interface Redemption {
  id: string;
  userId: string;
  /** 0 for an award. */
  pointsUsed: number;
  /** Whole US cents. */
  amountCents: number;
}

/** Holds the points of new redemptions. */
export async function holdPoints(tx: Tx, redemptions: Redemption[]): Promise<void> {
  const held = redemptions.map(({ id, userId, pointsUsed }): Transfer => {
    const member = memberAccount(userId);
    const common = { unit: 'points', kind: 'redemption', actor: member } as const;
    return {
      ...common,
      key: `redemption:${id}`,
      from: member,
      to: PAYOUTS_HELD,
      amount: pointsUsed,
      reference: id,
    };
  });
  await post(tx, held);
  for (const { userId, pointsUsed } of redemptions) {
    announce(tx, userId, { type: 'balance', data: { change: -pointsUsed } });
  }
}

/** Returns the points of a redemption by a transfer that reverses the debit. The caller holds the member locked. */
export async function refundPoints(
  tx: Tx,
  { id, userId, pointsUsed }: Omit<Redemption, 'amountCents'>,
  actor: string,
): Promise<void> {
  const debit = await readTransfer(tx, `redemption:${id}`);
  await post(tx, [
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
  announce(tx, userId, { type: 'balance', data: { change: pointsUsed } });
  await payPastDebts(tx, userId);
}

/** Pays an issued redemption: the held points, and the cents of the member's card. An award has only cents. */
export async function payOut(tx: Tx, redemption: Redemption & { awardId: string | null }): Promise<void> {
  const { id, userId, pointsUsed, amountCents, awardId } = redemption;
  const isAward = awardId !== null;
  const common = { reference: id, actor: 'system', kind: isAward ? 'award' : 'payout' } as const;
  const cents: Transfer = {
    ...common,
    key: `cash:${id}`,
    unit: 'cents',
    from: isAward ? AWARDS : PAYOUTS_PAID,
    to: memberAccount(userId),
    amount: amountCents,
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
 * Reverses the payments for a reward that its issuer took back, each by a transfer linked to its own. Tells whether the
 * member got points back.
 */
export async function takeBack(
  tx: Tx,
  { id, userId, pointsUsed, amountCents }: Redemption,
  reason: RedemptionReason,
): Promise<boolean> {
  if (reason === 'withdrawn_used') return false;
  const common = { reference: id, actor: 'system' } as const;
  const cash = await readTransfer(tx, `cash:${id}`);
  const cents: Transfer = {
    ...common,
    key: `uncash:${id}`,
    unit: 'cents',
    from: memberAccount(userId),
    // The cents of an award came from another account.
    to: cash.from,
    amount: amountCents,
    kind: 'reversal',
    reverses: cash.id,
  };
  if (reason === 'withdrawn_closed' || pointsUsed === 0) {
    await post(tx, [cents]);
    return false;
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
  await post(tx, [cents, points]);
  await payPastDebts(tx, userId);
  return true;
}
