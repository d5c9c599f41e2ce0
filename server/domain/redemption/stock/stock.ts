import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { StockCounts, StockOfReward, StockUpload } from '#contract/rewards.ts';
import { STAFF_LIST_MAX } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { readClock } from '#database/clock.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { providerOf, type Reward, readReward, type Serving } from '#domain/redemption/catalogue/rewards.ts';
import { wakeRedemptions } from '#domain/redemption/payout/schedule.ts';
import { IS_STOPPED } from '#domain/redemption/payout/stop.ts';
import { STOCK_PROVIDER } from '#domain/redemption/ports.ts';
import { IS_UNMADE, OPEN } from '#domain/redemption/states.ts';
import { knownFingerprints, lockCodes, MAY_COME_AGAIN } from './known-codes.ts';
import { encryptReward, fingerprintOf, type RewardKeys } from './own-rewards.ts';
import { readStockFile, type Voucher } from './stock-file.ts';

/** Most bad lines that an upload lists; it counts all of them. */
const PROBLEMS_LISTED_MAX = 500;

/** Codes of a reward, or of one upload, by their state. */
export const stockCounts = sql<StockCounts>`json_build_object(
  'given', count(*) filter (where v.redemption_id is not null),
  'void', count(*) filter (where v.voided_at is not null),
  'expired', count(*) filter (where v.redemption_id is null and v.voided_at is null and v.expires_at <= now()),
  'free', count(*) filter (where v.redemption_id is null and v.voided_at is null
    and (v.expires_at is null or v.expires_at > now())))`;

/**
 * Adds codes, each worth `amountCents`, to a reward's stock and wakes redemptions that wait for them. Stores good lines and
 * lists bad ones; with `dryRun` it stores nothing. Throws Refusal not_found, not_in_stock_mode, stock_too_large, and
 * amount_changed if the reward has another amount.
 */
export async function uploadStock(
  tx: Tx,
  upload: { rewardId: string; adminId: string; amountCents: number; csv: string; dryRun: boolean },
  { keys, serving }: { keys: RewardKeys; serving: Serving },
): Promise<StockUpload> {
  const { rewardId, adminId, csv, dryRun } = upload;
  await lockCodes(tx, rewardId);
  const reward = await readReward(tx, { rewardId });
  if (providerOf(serving, reward)?.own !== 'stock') throw new Refusal('not_in_stock_mode');
  if (reward.amountCents !== upload.amountCents) throw new Refusal('amount_changed');
  // Of uploads one after the other, also where the later one began first.
  const uploadedAt = await readClock(tx);
  const { vouchers, problems } = readStockFile(csv, uploadedAt);
  const rows = vouchers.map((voucher) => ({
    ...voucher,
    fingerprint: fingerprintOf(keys, rewardId, voucher.code),
  }));
  const known = await knownFingerprints(
    tx,
    rewardId,
    rows.map(({ fingerprint }) => fingerprint),
  );
  const isKnown = ({ fingerprint }: Row) => known.has(fingerprint.toString('hex'));
  for (const { line } of rows.filter(isKnown)) problems.push({ line, problem: 'duplicate_known' });
  const accepted = rows.filter((row) => !isKnown(row));
  const uploadId = dryRun || accepted.length === 0 ? null : randomUUID();
  if (uploadId) await insertVouchers(tx, { id: uploadId, rewardId, adminId, uploadedAt, keys }, accepted);
  return {
    uploadId,
    accepted: accepted.length,
    problemCount: problems.length,
    problems: problems.sort((a, b) => a.line - b.line).slice(0, PROBLEMS_LISTED_MAX),
    woken: dryRun ? 0 : await wakeWaiting(tx, rewardId, accepted.length),
  };
}

type Row = Voucher & { fingerprint: Buffer };

/** Void codes and those past their last day are free again, as codes of this upload. */
async function insertVouchers(
  tx: Tx,
  upload: { id: string; rewardId: string; adminId: string; uploadedAt: Date; keys: RewardKeys },
  rows: Row[],
): Promise<void> {
  const ids = rows.map(() => randomUUID());
  const sealed = rows.map(({ code, pin }, index) =>
    encryptReward(upload.keys, ids[index] ?? '', { code, pin }),
  );
  await sql`
    insert into voucher_codes (id, reward_id, upload_id, uploaded_by, uploaded_at, sealed, fingerprint, expires_at)
    select id, ${upload.rewardId}::uuid, ${upload.id}::uuid, ${upload.adminId}::uuid, ${upload.uploadedAt}::timestamptz,
      sealed, fingerprint, expires_at
    from unnest(${ids}::uuid[], ${sealed}::text[], ${rows.map(({ fingerprint }) => fingerprint)}::bytea[],
      ${rows.map(({ expiresAt }) => expiresAt)}::timestamptz[]) as new (id, sealed, fingerprint, expires_at)
    on conflict (reward_id, fingerprint) do update set voided_at = null,
      (id, upload_id, uploaded_by, uploaded_at, sealed, expires_at) =
        (excluded.id, excluded.upload_id, excluded.uploaded_by, excluded.uploaded_at, excluded.sealed, excluded.expires_at)
      where ${MAY_COME_AGAIN}`.execute(tx);
}

/**
 * Wakes as many redemptions that wait for codes as there are, the oldest first. Includes those with a lease, because their
 * worker may have looked before these codes were there; those of paused and suspended members go on only after that.
 */
async function wakeWaiting(tx: Tx, rewardId: string, codes: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select r.id from card_redemptions r left join fulfilments f on f.redemption_id = r.id
    where r.reward_id = ${rewardId} and r.amount_cents = (select amount_cents from rewards where id = ${rewardId})
      and r.provider = ${STOCK_PROVIDER} and ${IS_UNMADE} and not ${IS_STOPPED}
    order by r.created_at, r.id limit ${codes}`.execute(tx);
  await wakeRedemptions(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.length;
}

/**
 * Makes the free codes of one upload, or of the reward, void: they are given again only once somebody uploads them again. Those of
 * uploads after `until` stay: who gives it has not seen them. Throws Refusal not_found.
 */
export async function voidStock(
  tx: Tx,
  rewardId: string,
  { uploadId, until = null }: { uploadId: string | null; until?: Date | null },
): Promise<{ voided: number }> {
  await readReward(tx, { rewardId });
  const { rows } = await sql`
    update voucher_codes set voided_at = now()
    where reward_id = ${rewardId} and redemption_id is null and voided_at is null
      and (expires_at is null or expires_at > now())
      and (${uploadId}::uuid is null or upload_id = ${uploadId})
      and (${until}::timestamptz is null or date_trunc('milliseconds', uploaded_at) <= ${until})
    returning id`.execute(tx);
  return { voided: rows.length };
}

/** Counts a reward's codes, in total and by upload, newest first. Throws Refusal not_found. */
export async function readStock(database: Database | Tx, rewardId: string): Promise<Domain<StockOfReward>> {
  await readReward(database, { rewardId });
  const counts = await sql<{ counts: StockCounts }>`
    select ${stockCounts} as counts from voucher_codes v where v.reward_id = ${rewardId}`.execute(database);
  const uploads = await sql<{ id: string; uploadedAt: Date; uploadedBy: string; counts: StockCounts }>`
    select v.upload_id as id, min(v.uploaded_at) as uploaded_at, min(u.name) as uploaded_by, ${stockCounts} as counts
    from voucher_codes v join users u on u.id = v.uploaded_by
    where v.reward_id = ${rewardId}
    group by v.upload_id order by min(v.uploaded_at) desc, v.upload_id limit ${STAFF_LIST_MAX}`.execute(
    database,
  );
  return {
    counts: counts.rows[0]?.counts ?? { free: 0, given: 0, void: 0, expired: 0 },
    uploads: uploads.rows.map(({ counts: own, ...upload }) => ({ ...upload, ...own })),
  };
}

/** Returns which of the rewards have no code left beyond those given and those for waiting redemptions. */
export async function soldOut(database: Database | Tx, rewards: readonly Reward[]): Promise<Set<string>> {
  if (rewards.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select w.id from rewards w
    where w.id = any(${rewards.map(({ id }) => id)}::uuid[]) and not exists (
      select from voucher_codes v
      where v.reward_id = w.id and v.redemption_id is null and v.voided_at is null
        and (v.expires_at is null or v.expires_at > now())
      offset (
        select count(*) from card_redemptions r
        where r.reward_id = w.id and r.amount_cents = w.amount_cents and r.provider = ${STOCK_PROVIDER}
          and r.status in ${OPEN}
          and not exists (select from voucher_codes g where g.redemption_id = r.id)))`.execute(database);
  return new Set(rows.map(({ id }) => id));
}
