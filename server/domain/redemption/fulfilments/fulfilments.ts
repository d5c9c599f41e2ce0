import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { fault } from '#contract/faults.ts';
import type { Fulfilment } from '#contract/fulfilments.ts';
import { FULFILMENT_LEASE_MINUTES } from '#contract/fulfilments.values.ts';
import type { RedemptionReason, RedemptionStatus, RedemptionStop } from '#contract/redemptions.values.ts';
import type { RewardKind } from '#contract/rewards.values.ts';
import { STAFF_LIST_MAX } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { readClock } from '#database/clock.ts';
import { lockMemberOf } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { providerOf, type Serving } from '#domain/redemption/catalogue/rewards.ts';
import { owedBy, refuseUnseenDebt } from '#domain/redemption/debt.ts';
import { wakeRedemption } from '#domain/redemption/payout/schedule.ts';
import { refuseStopped, stopOf } from '#domain/redemption/payout/stop.ts';
import { STOCK_PROVIDER } from '#domain/redemption/ports.ts';
import { GOES_ON, IS_UNMADE, OWN, WAITS_FOR_PERSON } from '#domain/redemption/states.ts';
import { knownFingerprints, lockCodes } from '#domain/redemption/stock/known-codes.ts';
import {
  encryptReward,
  findOwnReward,
  fingerprintOf,
  openReward,
  type RewardKeys,
  type Sealed,
  secretOf,
} from '#domain/redemption/stock/own-rewards.ts';
import { endOfDay } from '#domain/redemption/stock/stock-file.ts';

/**
 * Redemptions that wait for a person: those that are made by hand, and those without a code left. Each is assigned to
 * one admin at a time. Fulfilment carries the decision out like a provider's outcome.
 */

/** The reward that a person made: shown only to its owner, encrypted in the database. */
export type HandMade = { expiresOn: string | null } & (
  | { kind: 'code'; code: string; pin: string | null }
  | { kind: 'link'; link: string }
);

/** The queue, the earliest promise first, at most STAFF_LIST_MAX. `adminId` is the reader. */
export const listFulfilments = (
  database: Database,
  adminId: string,
  serving: Serving,
): Promise<Domain<Fulfilment>[]> => readQueue(database, adminId, serving);

/**
 * Assigns it to the admin for 15 minutes, or prolongs that. Refused for the admin's own redemption. Throws Refusal
 * not_found, approval_own, fulfilment_claimed, fulfilment_decided.
 */
export async function assignFulfilment(
  tx: Tx,
  redemptionId: string,
  adminId: string,
  serving: Serving,
): Promise<Domain<Fulfilment>> {
  await lockUndecided(tx, redemptionId, adminId);
  refuseOtherAdmins(await readOwner(tx, redemptionId), adminId);
  await sql`
    insert into fulfilments (redemption_id, owner_id, owned_until)
    values (${redemptionId}, ${adminId}, now() + make_interval(mins => ${FULFILMENT_LEASE_MINUTES}))
    on conflict (redemption_id) do update set owner_id = excluded.owner_id, owned_until = excluded.owned_until`.execute(
    tx,
  );
  return readOne(tx, redemptionId, adminId, serving);
}

/** Returns it to the queue. Throws Refusal not_found, approval_own, fulfilment_claimed, fulfilment_decided. */
export async function releaseFulfilment(
  tx: Tx,
  redemptionId: string,
  adminId: string,
  serving: Serving,
): Promise<Domain<Fulfilment>> {
  await lockUndecided(tx, redemptionId, adminId);
  refuseOtherAdmins(await readOwner(tx, redemptionId), adminId);
  await tx
    .updateTable('fulfilments')
    .set({ ownerId: null, ownedUntil: null })
    .where('redemptionId', '=', redemptionId)
    .execute();
  return readOne(tx, redemptionId, adminId, serving);
}

/**
 * Stores the reward; the redemption's next run, which starts at once, issues it. What this admin has given already is
 * given, as its answer may have been lost. `owedPoints`: what the member owed as the admin saw it, and of the result: what
 * they owe now. Throws Refusal not_found, approval_own, fulfilment_claimed, fulfilment_not_claimed, fulfilment_decided,
 * member_paused, member_suspended, member_owes, invalid_input for a day in the past, and code_known for a code or link of
 * the reward that is in stock or that a redemption has.
 */
export async function fulfilByHand(
  tx: Tx,
  {
    redemptionId,
    adminId,
    owedPoints = 0,
  }: { redemptionId: string; adminId: string; owedPoints?: number | undefined },
  made: HandMade,
  keys: RewardKeys,
): Promise<{ owedPoints: number }> {
  const rewardId = await lockReward(tx, redemptionId);
  const content = made.kind === 'code' ? { code: made.code, pin: made.pin } : { link: made.link };
  const expiresAt = made.expiresOn === null ? null : endOfDay(made.expiresOn);
  if (await hasGiven(tx, { redemptionId, adminId }, { content, expiresAt }, keys)) return { owedPoints: 0 };
  const { userId } = await lockOwn(tx, redemptionId, adminId);
  await refuseStopped(tx, userId);
  const owed = await refuseUnseenDebt(tx, userId, owedPoints);
  if (expiresAt === undefined || (expiresAt && expiresAt <= (await readClock(tx)))) {
    throw new Refusal('invalid_input', { fields: { expiresOn: fault('invalid') } });
  }
  const fingerprint = fingerprintOf(keys, rewardId, secretOf(content));
  if ((await knownFingerprints(tx, rewardId, [fingerprint])).size > 0) throw new Refusal('code_known');
  await tx
    .updateTable('fulfilments')
    .set({
      decision: 'fulfilled',
      decidedBy: adminId,
      decidedAt: sql`now()`,
      reveal: made.kind,
      sealed: encryptReward(keys, redemptionId, content),
      fingerprint,
      expiresAt,
    })
    .where('redemptionId', '=', redemptionId)
    .execute();
  await wakeRedemption(tx, redemptionId);
  return { owedPoints: owed };
}

/**
 * Refuses the reward: the redemption's next run, which starts at once, returns the points. The member reads the reason.
 * Throws Refusal not_found, approval_own, fulfilment_claimed, fulfilment_not_claimed, fulfilment_decided.
 */
export async function refuseFulfilment(
  tx: Tx,
  { redemptionId, adminId }: { redemptionId: string; adminId: string },
  message: string,
): Promise<void> {
  await lockOwn(tx, redemptionId, adminId);
  await tx
    .updateTable('fulfilments')
    .set({ decision: 'refused', decidedBy: adminId, decidedAt: sql`now()`, message })
    .where('redemptionId', '=', redemptionId)
    .execute();
  await wakeRedemption(tx, redemptionId);
}

/** Locks the codes of the redemption's reward, after its member and before the redemption. Throws Refusal not_found. */
async function lockReward(tx: Tx, redemptionId: string): Promise<string> {
  await lockMemberOf(tx, 'card_redemptions', redemptionId);
  const redemption = await tx
    .selectFrom('cardRedemptions')
    .select('rewardId')
    .where('id', '=', redemptionId)
    .executeTakeFirst();
  if (!redemption) throw new Refusal('not_found');
  await lockCodes(tx, redemption.rewardId);
  return redemption.rewardId;
}

/** Whether the redemption has exactly this from the admin. */
async function hasGiven(
  tx: Tx,
  { redemptionId, adminId }: { redemptionId: string; adminId: string },
  made: { content: Sealed; expiresAt: Date | null | undefined },
  keys: RewardKeys,
): Promise<boolean> {
  const own = await tx
    .selectFrom('fulfilments')
    .select('redemptionId')
    .where('redemptionId', '=', redemptionId)
    .where('decision', '=', 'fulfilled')
    .where('decidedBy', '=', adminId)
    .executeTakeFirst();
  return own !== undefined && isDeepStrictEqual(await openReward(tx, keys, redemptionId), made);
}

/**
 * Locks the redemption after its member, so that decisions, assignments and codes of the stock wait for each other. That of
 * a member who has left counts as decided: its next run ends it.
 */
async function lockUndecided(tx: Tx, redemptionId: string, adminId: string): Promise<{ userId: string }> {
  await lockMemberOf(tx, 'card_redemptions', redemptionId);
  const { rows } = await sql<{ userId: string; open: boolean }>`
    select r.user_id, ${GOES_ON} and u.erased_at is null as open from card_redemptions r join users u on u.id = r.user_id
    where r.id = ${redemptionId} and r.provider in ${OWN} for no key update of r`.execute(tx);
  const [row] = rows;
  if (!row) throw new Refusal('not_found');
  if (row.userId === adminId) throw new Refusal('approval_own');
  const made = await findOwnReward(tx, redemptionId);
  if (!row.open || made.t !== 'none') throw new Refusal('fulfilment_decided');
  return row;
}

/** An admin whose assignment has ended may still decide as long as it is not assigned to another. */
async function lockOwn(tx: Tx, redemptionId: string, adminId: string): Promise<{ userId: string }> {
  const { userId } = await lockUndecided(tx, redemptionId, adminId);
  const owner = await readOwner(tx, redemptionId);
  refuseOtherAdmins(owner, adminId);
  if (owner?.id !== adminId) throw new Refusal('fulfilment_not_claimed');
  return { userId };
}

interface Owner {
  id: string;
  name: string;
  holds: boolean;
}

function refuseOtherAdmins(owner: Owner | undefined, adminId: string): void {
  if (owner?.holds && owner.id !== adminId) {
    throw new Refusal('fulfilment_claimed', { details: { name: owner.name } });
  }
}

async function readOwner(tx: Tx, redemptionId: string): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    select u.id, u.name, f.owned_until > now() as holds from fulfilments f join users u on u.id = f.owner_id
    where f.redemption_id = ${redemptionId}`.execute(tx);
  return rows[0];
}

async function readOne(
  tx: Tx,
  redemptionId: string,
  adminId: string,
  serving: Serving,
): Promise<Domain<Fulfilment>> {
  const [fulfilment] = await readQueue(tx, adminId, serving, redemptionId);
  if (!fulfilment) throw new Refusal('fulfilment_decided');
  return fulfilment;
}

interface Row {
  redemptionId: string;
  userId: string;
  name: string | null;
  email: string | null;
  rewardId: string;
  kind: RewardKind;
  title: string;
  amountCents: number;
  pointsUsed: number;
  owedPoints: number;
  /** Of its reward, if the present amount of that is its own: a code of the stock can then serve it. */
  key: string | null;
  rewardProvider: string | null;
  status: RedemptionStatus;
  reason: RedemptionReason | null;
  createdAt: Date;
  promisedBy: Date;
  stop: RedemptionStop | null;
  ownerId: string | null;
  ownerName: string | null;
  ownedUntil: Date | null;
}

async function readQueue(
  database: Database | Tx,
  adminId: string,
  serving: Serving,
  redemptionId: string | null = null,
): Promise<Domain<Fulfilment>[]> {
  const { rows } = await sql<Row>`
    select r.id as redemption_id, r.user_id, u.name, u.email, r.reward_id, r.reward_kind as kind,
      r.reward_title as title, r.amount_cents, r.points_used, ${owedBy('u')} as owed_points, r.status, r.reason,
      r.created_at, r.promised_by, w.key, w.provider as reward_provider, ${stopOf('u')} as stop,
      o.id as owner_id, o.name as owner_name, f.owned_until
    from card_redemptions r
      left join users u on u.id = r.user_id and u.erased_at is null
      left join rewards w on r.provider = ${STOCK_PROVIDER} and w.id = r.reward_id and w.amount_cents = r.amount_cents
      left join fulfilments f on f.redemption_id = r.id
      left join users o on o.id = f.owner_id and f.owned_until > now()
    where ${redemptionId === null ? WAITS_FOR_PERSON : sql`${IS_UNMADE} and r.id = ${redemptionId}`}
    order by ${stopOf('u')} is not null, r.promised_by, r.id limit ${STAFF_LIST_MAX}`.execute(database);
  return rows.map((row) => toFulfilment(row, adminId, serving));
}

/** Whether codes can be uploaded that serve it: its reward still comes from a stock, with the same amount. */
const takesCodes = ({ kind, key, rewardProvider: provider }: Row, serving: Serving): boolean =>
  key !== null && providerOf(serving, { kind, key, provider })?.own === 'stock';

const toFulfilment = (row: Row, adminId: string, serving: Serving): Domain<Fulfilment> => ({
  redemptionId: row.redemptionId,
  userId: row.userId,
  name: row.name,
  email: row.email,
  reward: { id: row.rewardId, kind: row.kind, title: row.title, amountCents: row.amountCents },
  pointsUsed: row.pointsUsed,
  owedPoints: row.owedPoints,
  status: row.status,
  reason: row.reason,
  waitsFor: takesCodes(row, serving) ? 'stock' : 'person',
  createdAt: row.createdAt,
  promisedBy: row.promisedBy,
  stop: row.stop,
  owner:
    row.ownerId && row.ownerName && row.ownedUntil
      ? {
          id: row.ownerId,
          name: row.ownerName,
          until: row.ownedUntil,
          you: row.ownerId === adminId,
        }
      : null,
});
