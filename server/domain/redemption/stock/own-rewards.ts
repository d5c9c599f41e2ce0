import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { RedemptionStatus } from '#contract/redemptions.values.ts';
import type { Database, Tx } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { decrypt, encrypt } from '#domain/common/encrypt.ts';
import { lockMemberOf } from '#domain/common/lock-member.ts';
import { readStop } from '#domain/redemption/payout/stop.ts';
import type { OwnReward, OwnRewards, TakenReward } from '#domain/redemption/ports.ts';
import { isOpen } from '#domain/redemption/states.ts';

/** Keys of 32 bytes, derived from the site's secret. */
export interface RewardKeys {
  /** Encrypts codes and links. */
  seal: Buffer;
  /** Makes the fingerprints that recognize repeated codes. */
  fingerprint: Buffer;
}

/** The encrypted content: a code or a link. */
export type Sealed = { code: string; pin: string | null } | { link: string };

/** What makes a reward worth something once: another PIN does not make it another one. */
export const secretOf = (content: Sealed): string => ('code' in content ? content.code : content.link);

/** `owner` is the reward's ref: a code's own id, or the id of a redemption that a person fulfilled. */
export const encryptReward = (keys: RewardKeys, owner: string, content: Sealed): string =>
  encrypt(keys.seal, owner, JSON.stringify(content));

/** Of a code or link. Includes the reward, so that the same code of another reward has another fingerprint. */
export const fingerprintOf = (keys: RewardKeys, rewardId: string, secret: string): Buffer =>
  createHmac('sha256', keys.fingerprint).update(`${rewardId}:${secret}`).digest();

export function openOwnRewards(database: Database, keys: RewardKeys): OwnRewards {
  const transact = transactOn(database);
  return {
    find: (redemptionId) => findOwnReward(database, redemptionId),
    take: (redemptionId) =>
      transact(async (tx) => {
        const taken = await takeVoucher(tx, redemptionId);
        // Rolls back if the code cannot be decrypted, for example after the secret was changed.
        if (taken.t === 'ready') await openReward(tx, keys, taken.ref);
        return taken;
      }),
    withdraw: (redemptionId) => transact((tx) => withdraw(tx, redemptionId)),
    code: async (ref) => {
      const reward = await openReward(database, keys, ref);
      if (!reward || !('code' in reward.content)) return undefined;
      const { code, pin } = reward.content;
      return { code, pin, expiresAt: reward.expiresAt };
    },
    link: async (ref) => {
      const reward = await openReward(database, keys, ref);
      return reward && 'link' in reward.content ? reward.content.link : undefined;
    },
  };
}

/** A redemption has a code or a fulfilment, never both, because both are given under its lock. */
export async function findOwnReward(database: Database | Tx, redemptionId: string): Promise<OwnReward> {
  const row = await database
    .selectFrom('cardRedemptions as r')
    .leftJoin('voucherCodes as v', 'v.redemptionId', 'r.id')
    .leftJoin('fulfilments as f', 'f.redemptionId', 'r.id')
    .select(['v.id as voucher', 'v.expiresAt as voucherExpires', 'f.decision', 'f.reveal', 'f.expiresAt'])
    .where('r.id', '=', redemptionId)
    .executeTakeFirst();
  if (row?.voucher) return { t: 'ready', ref: row.voucher, reveal: 'code', expiresAt: row.voucherExpires };
  if (row?.reveal) return { t: 'ready', ref: redemptionId, reveal: row.reveal, expiresAt: row.expiresAt };
  return row?.decision === 'refused' ? { t: 'refused' } : { t: 'none' };
}

/** Codes have the reward's present value, so a redemption at another price gets none and waits for a person. */
async function takeVoucher(tx: Tx, redemptionId: string): Promise<TakenReward> {
  await lockMemberOf(tx, 'card_redemptions', redemptionId);
  const redemption = await lockRedemption(tx, redemptionId);
  const found = await findOwnReward(tx, redemptionId);
  if (found.t !== 'none' || !redemption) return found;
  // A late worker gives nothing to a redemption that has ended.
  if (!isOpen(redemption.status)) return { t: 'refused' };
  if (await readStop(tx, redemption.userId)) return { t: 'stopped' };
  await sql`
    update voucher_codes set redemption_id = ${redemptionId}, given_at = now()
    where id = (
      select id from voucher_codes
      where reward_id = ${redemption.rewardId} and redemption_id is null and voided_at is null
        and (expires_at is null or expires_at > now())
        and exists (select from rewards where id = reward_id and amount_cents = ${redemption.amountCents})
      order by expires_at, uploaded_at, id limit 1 for update skip locked)`.execute(tx);
  return findOwnReward(tx, redemptionId);
}

async function withdraw(tx: Tx, redemptionId: string): Promise<OwnReward> {
  await lockRedemption(tx, redemptionId);
  const found = await findOwnReward(tx, redemptionId);
  if (found.t !== 'none') return found;
  await sql`
    insert into fulfilments (redemption_id, decision, decided_at) values (${redemptionId}, 'refused', now())
    on conflict (redemption_id) do update set decision = 'refused', decided_at = now()`.execute(tx);
  return { t: 'refused' };
}

type Locked = { userId: string; status: RedemptionStatus; rewardId: string; amountCents: number };

async function lockRedemption(tx: Tx, id: string): Promise<Locked | undefined> {
  const { rows } = await sql<Locked>`
    select user_id, status, reward_id, amount_cents from card_redemptions where id = ${id} for no key update`.execute(
    tx,
  );
  return rows[0];
}

/** Throws if it was changed, or encrypted with another key. Undefined once its owner has left. */
export async function openReward(
  database: Database | Tx,
  keys: RewardKeys,
  ref: string,
): Promise<{ content: Sealed; expiresAt: Date | null } | undefined> {
  const row = await readSealed(database, ref);
  if (!row) return undefined;
  return { content: JSON.parse(decrypt(keys.seal, ref, row.sealed)) as Sealed, expiresAt: row.expiresAt };
}

async function readSealed(
  database: Database | Tx,
  ref: string,
): Promise<{ sealed: string; expiresAt: Date | null } | undefined> {
  const { rows } = await sql<{ sealed: string; expiresAt: Date | null }>`
    select sealed, expires_at from voucher_codes where id = ${ref} and sealed is not null
    union all
    select sealed, expires_at from fulfilments where redemption_id = ${ref} and sealed is not null`.execute(
    database,
  );
  return rows[0];
}
