import { sql } from 'kysely';
import { fault } from '#contract/faults.ts';
import type { LanguageCode } from '#contract/languages.ts';
import type { PlannedReward, RewardPlan, StockCounts } from '#contract/rewards.ts';
import {
  CARD_TIER_USD,
  type CardTier,
  REWARD_RANGES_USD,
  type RewardKind,
} from '#contract/rewards.values.ts';
import { type Domain, WIRE_NAMES } from '#contract/wire.ts';
import { type Database, sqlState, type Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { priceOf } from '#domain/redemption/request/eligibility.ts';
import { GIVEN, OPEN } from '#domain/redemption/states.ts';
import { stockCounts } from '#domain/redemption/stock/stock.ts';
import { pictureAddress, providerOf, type Serving } from './rewards.ts';

type Plan = Domain<RewardPlan>;
type Planned = Domain<PlannedReward>;

const REWARDS_MAX = 1_000;
const UNIQUE_VIOLATION = '23505';

/** Every reward, including drafts, in the order of the list. */
export const plannedRewards = (database: Database | Tx, serving: Serving): Promise<Planned[]> =>
  readPlanned(database, serving);

/** Adds a premium reward at the end of the list. Throws Refusal invalid_input, reward_key_taken. */
export async function createReward(
  tx: Tx,
  plan: Plan & { kind: Exclude<RewardKind, 'prepaid_card'>; key: string },
  serving: Serving,
): Promise<Planned> {
  checkPlan(plan, serving);
  try {
    const { id } = await tx
      .insertInto('rewards')
      .values({ ...plan, position: sql`(select coalesce(max(position), -1) + 1 from rewards)` })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readOne(tx, serving, id);
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw new Refusal('reward_key_taken');
    throw error;
  }
}

/**
 * Changes the given properties; redemptions already made keep theirs. Throws Refusal not_found, invalid_input, and
 * reward_has_stock if the change would alter the value of unused codes.
 */
export async function changeReward(
  tx: Tx,
  id: string,
  change: Partial<Plan>,
  serving: Serving,
): Promise<{ before: Planned; after: Planned }> {
  await sql`select from rewards where id = ${id} for no key update`.execute(tx);
  const before = await readOne(tx, serving, id);
  // A reward whose provider is no longer set up can still be paused and renamed.
  const makes = change.amountCents ?? change.provider ?? change.productIds;
  if (makes !== undefined || change.provider === null || change.status === 'active') {
    checkPlan({ ...before, ...change }, serving);
  }
  const { amountCents } = change;
  const revalued = amountCents !== undefined && amountCents !== before.amountCents;
  if (revalued && before.stock && before.stock.free > 0) throw new Refusal('reward_has_stock');
  await tx
    .updateTable('rewards')
    .set({ ...change, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
  return { before, after: await readOne(tx, serving, id) };
}

/** Replaces the texts of the reward in one language. Throws Refusal not_found. */
export async function translateReward(
  tx: Tx,
  { id, language, texts }: { id: string; language: LanguageCode; texts: Record<string, string> },
  serving: Serving,
): Promise<{ before: Planned; after: Planned }> {
  await sql`select from rewards where id = ${id} for no key update`.execute(tx);
  const before = await readOne(tx, serving, id);
  await tx
    .updateTable('rewards')
    .set({
      translations: JSON.stringify({ ...before.translations, [language]: texts }),
      updatedAt: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
  return { before, after: await readOne(tx, serving, id) };
}

/** Sets the picture of the reward, a WebP of up to 32 KB, or removes it. Throws Refusal not_found. */
export async function changeRewardPicture(
  tx: Tx,
  { id, picture }: { id: string; picture: Uint8Array | null },
  serving: Serving,
): Promise<{ before: Planned; after: Planned }> {
  await sql`select from rewards where id = ${id} for no key update`.execute(tx);
  const before = await readOne(tx, serving, id);
  await tx
    .updateTable('rewards')
    .set({ picture: picture && Buffer.from(picture), updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute();
  return { before, after: await readOne(tx, serving, id) };
}

/**
 * Puts all rewards into this order and returns the ids in the one before. Throws Refusal reward_list_changed unless it
 * names each reward once.
 */
export async function orderRewards(tx: Tx, ids: readonly string[]): Promise<string[]> {
  await sql`select from rewards order by id for no key update`.execute(tx);
  const rows = await tx.selectFrom('rewards').select('id').orderBy('position').orderBy('key').execute();
  const before = rows.map(({ id }) => id);
  const named = new Set(ids);
  if (named.size !== ids.length || ids.length !== before.length || !before.every((id) => named.has(id))) {
    throw new Refusal('reward_list_changed');
  }
  await sql`
    update rewards set position = place.position - 1
    from unnest(${ids}::uuid[]) with ordinality as place (id, position) where place.id = rewards.id`.execute(
    tx,
  );
  return before;
}

/** Checks what the contract cannot know: the ranges of the kinds, and the providers of this site. */
function checkPlan(
  plan: Pick<Plan, 'amountCents' | 'provider' | 'productIds'> & { kind: RewardKind; key: string },
  serving: Serving,
): void {
  const fields: Record<string, string> = {};
  const [least, most] = REWARD_RANGES_USD[plan.kind];
  const isCard = plan.kind === 'prepaid_card';
  const inRange = plan.amountCents >= least * 100 && plan.amountCents <= most * 100;
  if (isCard ? plan.amountCents !== CARD_TIER_USD[plan.key as CardTier] * 100 : !inRange) {
    fields[WIRE_NAMES.amountCents] = fault('invalid');
  }
  const provider = providerOf(serving, plan);
  if (!isCard && plan.provider === null) fields.provider = fault('required');
  else if (!provider || (provider.cardsOnly && !isCard)) fields.provider = fault('invalid');
  if (provider?.needsProducts && !isCard && plan.productIds.length === 0) {
    fields.productIds = fault('required');
  }
  if (Object.keys(fields).length > 0) throw new Refusal('invalid_input', { fields });
}

async function readOne(tx: Tx, serving: Serving, id: string): Promise<Planned> {
  const [planned] = await readPlanned(tx, serving, id);
  if (!planned) throw new Refusal('not_found');
  return planned;
}

type Row = Omit<Planned, 'picture' | 'pricePoints' | 'servedBy' | 'stock' | 'waitingForStock'> & {
  pictureHash: string | null;
  counts: StockCounts | null;
  waiting: number;
};

async function readPlanned(
  database: Database | Tx,
  serving: Serving,
  id: string | null = null,
): Promise<Planned[]> {
  const { rows } = await sql<Row>`
    select w.id, w.kind, w.key, w.title, w.description, w.amount_cents, w.provider, w.product_ids, w.regions, w.translations,
      w.picture_hash, w.status, w.updated_at, v.counts, r.open, r.waiting, r.issued
    from rewards w
      left join lateral (
        select ${stockCounts} as counts from voucher_codes v where v.reward_id = w.id having count(*) > 0
      ) v on true
      cross join lateral (
        select count(*) filter (where status in ${OPEN})::integer as open,
          count(*) filter (
            where status in ${OPEN} and reason = 'out_of_stock' and amount_cents = w.amount_cents
          )::integer as waiting,
          count(*) filter (where status in ${GIVEN})::integer as issued
        from card_redemptions where reward_id = w.id
      ) r
    where ${id}::uuid is null or w.id = ${id}
    order by w.position, w.key limit ${REWARDS_MAX}`.execute(database);
  return rows.map(({ counts, waiting, pictureHash, ...row }) => {
    const provider = providerOf(serving, row);
    const fromStock = provider?.own === 'stock';
    const none = { free: 0, given: 0, void: 0, expired: 0 };
    return {
      ...row,
      stock: counts ?? (fromStock ? none : null),
      picture: pictureAddress(pictureHash),
      servedBy: provider?.id ?? null,
      waitingForStock: fromStock ? waiting : 0,
      pricePoints: priceOf(row),
    };
  });
}
