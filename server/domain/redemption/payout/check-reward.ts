import { type NotNull, sql } from 'kysely';
import type { RedemptionReason } from '#contract/redemptions.values.ts';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { enqueue } from '#database/queue.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { rejectWhenAborted } from '#domain/common/reject-when-aborted.ts';
import { notify } from '#domain/notices/index.ts';
import type { FulfilPorts } from '#domain/redemption/ports.ts';
import { GIVEN } from '#domain/redemption/states.ts';
import { takeBack } from '#domain/redemption/transfers.ts';
import { awaitTurn } from './turn.ts';

/** Longest call to the provider. After a timeout the job fails and is tried again later. */
const CHECK_TIMEOUT_MS = 20_000;
/** Tries over almost three days: a message is sent once, and the daily list asks again for some weeks only. */
const CHECK_ATTEMPTS_MAX = 21;

/**
 * Enqueues a check of a reward that was given, behind the redemptions: the list of a provider that comes back short asks
 * for thousands. Returns false if the redemption has no such reward.
 */
export async function askForCheck(tx: Tx, redemptionId: string): Promise<boolean> {
  const given = await tx
    .selectFrom('cardRedemptions')
    .select('id')
    .where('id', '=', redemptionId)
    .where('status', 'in', GIVEN)
    .executeTakeFirst();
  if (!given) return false;
  await enqueue(
    tx,
    'check_reward',
    { redemptionId },
    { key: `check_reward:${redemptionId}`, attemptsMax: CHECK_ATTEMPTS_MAX, place: 'last' },
  );
  return true;
}

/**
 * Asks the provider for the state of a reward that was given. If it can no longer be spent, its redemption becomes
 * `reversed`; after its last day only if nothing of it was spent. May be called at any time; throws if the provider gives
 * no answer, is not set up or has too many calls waiting, and must then be called again.
 */
export async function checkReward(
  ports: Pick<FulfilPorts, 'transact' | 'providers'>,
  redemptionId: string,
): Promise<void> {
  const given = await ports.transact((tx) => readGiven(tx, redemptionId));
  if (!given) return;
  const provider = ports.providers.find(({ id }) => id === given.provider);
  if (!provider) throw new Error(`The payout provider ${given.provider} is not set up.`);
  if (!provider.fate) return;
  if (await awaitTurn(ports.transact, provider)) {
    throw new Error(`Too many calls to ${provider.id} wait for their turn.`);
  }
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  const fate = await Promise.race([provider.fate(given.ref, signal), rejectWhenAborted(signal)]);
  if (fate.t === 'withdrawn') await ports.transact((tx) => markReversed(tx, given, fate.unused));
}

interface Given {
  id: string;
  userId: string;
  provider: string;
  ref: string;
  amountCents: number;
  pointsUsed: number;
}

async function readGiven(tx: Tx, id: string): Promise<Given | undefined> {
  return tx
    .selectFrom('cardRedemptions')
    .select(['id', 'userId', 'provider', 'providerRef as ref', 'amountCents', 'pointsUsed'])
    .where('id', '=', id)
    .where('status', 'in', GIVEN)
    .where('providerRef', 'is not', null)
    .$narrowType<{ ref: NotNull }>()
    .executeTakeFirst();
}

/** For an unused reward the cents go back, and the points too unless the account is suspended or its member has left. */
async function markReversed(tx: Tx, given: Given, unused: boolean): Promise<void> {
  await lockMember(tx, given.userId);
  const { rows } = await sql<{ isOver: boolean }>`
    select status = 'expired' as is_over from card_redemptions
    where id = ${given.id} and status in ${GIVEN} for update`.execute(tx);
  const [row] = rows;
  // A used reward whose last day is over could not be spent any more anyway.
  if (!row || (row.isOver && !unused)) return;
  const reason = unused ? await reasonOfUnused(tx, given.userId) : 'withdrawn_used';
  await tx
    .updateTable('cardRedemptions')
    .set({ status: 'reversed', reason })
    .where('id', '=', given.id)
    .execute();
  const returned = await takeBack(tx, given, reason);
  announce(tx, given.userId, { type: 'redemption', data: { id: given.id, status: 'reversed' } });
  if (returned) {
    announce(tx, given.userId, { type: 'balance', data: { change: given.pointsUsed } });
  }
  await notify(tx, {
    key: `redemption_reversed:${given.id}`,
    userId: given.userId,
    kind: returned ? 'redemption_returned' : 'redemption_withdrawn',
    data: { redemptionId: given.id, amountCents: given.amountCents, points: given.pointsUsed },
  });
}

/** A suspended member gets no points for a reward that was taken back, and a member who has left has no balance. */
async function reasonOfUnused(tx: Tx, memberId: string): Promise<RedemptionReason> {
  // The lock makes a concurrent suspension wait.
  const { rows } = await sql<{ closed: boolean }>`
    select suspended_at is not null or erased_at is not null as closed from users
    where id = ${memberId} for no key update`.execute(tx);
  return rows[0]?.closed ? 'withdrawn_closed' : 'withdrawn_unused';
}
