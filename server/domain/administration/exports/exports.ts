import { type RawBuilder, sql } from 'kysely';
import type { ExportName } from '#contract/exports.ts';
import type { Database } from '#database/client.ts';
import { shownAwardStatus } from '#domain/administration/approvals/list-awards.ts';
import { TRANSFERS } from '#domain/ledger/index.ts';

/** Rows read and sent at a time, which bounds the memory of a download. */
const BATCH = 2_000;
/** Rows that one statement searches, since the days asked for may be few among very many. */
const STRETCH = 100_000;

/** From the first moment on, before the second one. */
export interface ExportRange {
  from: Date;
  to: Date;
}

interface Export {
  /** Allow-list: ids and states. Members are named by their ids only. */
  columns: readonly string[];
  /** A row of the list; `id` is its key. */
  select: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  key: 'uuid' | 'bigint';
  id: RawBuilder<unknown>;
  time: RawBuilder<unknown>;
}

const LISTS: Record<ExportName, Export> = {
  tasks: {
    columns: [
      'id',
      'userId',
      'taskType',
      'wall',
      'title',
      'pointsEarned',
      'revenueUsdMicros',
      'completedAt',
      'reversedAt',
    ],
    // A wall's task has the id of its provider transaction.
    select: sql`t.id, t.user_id, t.task_type, t.wall, t.title, t.points_earned,
      (select w.revenue_usd_micros from webhook_transactions w where w.id = t.id) as revenue_usd_micros,
      t.completed_at, t.reversed_at`,
    from: sql`tasks t`,
    key: 'uuid',
    id: sql`t.id`,
    time: sql`t.completed_at`,
  },
  redemptions: {
    columns: [
      'id',
      'userId',
      'kind',
      'title',
      'cardTier',
      'amountCentsCents',
      'points',
      'status',
      'reason',
      'provider',
      'createdAt',
      'promisedBy',
      'issuedAt',
      'expiresAt',
      'awardId',
    ],
    select: sql`r.id, r.user_id, r.reward_kind as kind, r.reward_title as title, r.card_tier,
      r.amount_cents as amount_usd_cents, r.points_used as points, r.status, r.reason, r.provider, r.created_at,
      r.promised_by, r.issued_at, r.expires_at, r.award_id`,
    from: sql`card_redemptions r`,
    key: 'uuid',
    id: sql`r.id`,
    time: sql`r.created_at`,
  },
  awards: {
    columns: ['id', 'userId', 'cardTier', 'amountCentsCents', 'status', 'awardedBy', 'createdAt'],
    select: sql`c.id, c.user_id, c.card_tier, c.amount_cents as amount_usd_cents, ${shownAwardStatus} as status,
      c.awarded_by, c.created_at`,
    from: sql`cash_rewards c`,
    key: 'uuid',
    id: sql`c.id`,
    time: sql`c.created_at`,
  },
  transactions: {
    columns: [
      'id',
      'wall',
      'transactionId',
      'userId',
      'status',
      'points',
      'revenueUsdMicros',
      'latencyMs',
      'createdAt',
      'reversedAt',
    ],
    select: sql`w.id, w.provider as wall, w.transaction_id, w.user_id, w.status, w.amount_mb as points,
      w.revenue_usd_micros, w.latency_ms, w.created_at, w.reversed_at`,
    from: sql`webhook_transactions w`,
    key: 'uuid',
    id: sql`w.id`,
    time: sql`w.created_at`,
  },
  ledger: {
    columns: [
      'id',
      'createdAt',
      'unit',
      'kind',
      'fromAccount',
      'toAccount',
      'amount',
      'balanceAfter',
      'reference',
      'actor',
      'key',
    ],
    select: sql`l.id, l.created_at, l.unit, l.kind, l.from_account, l.to_account, l.amount, l.balance_after, l.reference,
      l.actor, l.key`,
    from: sql`${TRANSFERS} l`,
    ...{ key: 'bigint', id: sql`l.id`, time: sql`l.created_at` },
  },
};

/** The columns of each list, in the order of the file. */
export const EXPORT_COLUMNS = Object.fromEntries(
  Object.entries(LISTS).map(([name, { columns }]) => [name, columns]),
) as Record<ExportName, readonly string[]>;

/**
 * Yields the rows of a list within a time, in the order of their keys, in parts; a part is empty if its stretch of
 * the list has no such rows. The next part is read when this one is taken, in a transaction of its own, so a slow
 * download keeps nothing open in the database. Rows added meanwhile may be missing.
 */
export async function* exportRows(
  database: Database,
  name: ExportName,
  range: ExportRange,
  { batch, stretch }: { batch: number; stretch: number } = { batch: BATCH, stretch: STRETCH },
): AsyncGenerator<Record<string, unknown>[]> {
  const list = LISTS[name];
  let after: string | null = null;
  for (;;) {
    const end = await endOfStretch(database, list, after, stretch);
    let rows: Record<string, unknown>[];
    do {
      rows = await readPart(database, list, { ...range, after, end }, batch);
      yield rows;
      after = rows.length === 0 ? after : String(rows.at(-1)?.after);
    } while (rows.length === batch);
    if (end === null) return;
    after = end;
  }
}

/** The key of the last row of the next stretch; null for the rest of the list. */
async function endOfStretch(
  database: Database,
  { from, id, key }: Export,
  after: string | null,
  stretch: number,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select ${id}::text as id from ${from} ${after === null ? sql`` : sql`where ${id} > ${after}::${sql.raw(key)}`}
    order by ${id} offset ${stretch - 1} limit 1`.execute(database);
  return rows[0]?.id ?? null;
}

interface Part extends ExportRange {
  after: string | null;
  end: string | null;
}

/** Reads along the key, since sorting the remaining rows for each part would read the list once per part. */
function readPart(
  database: Database,
  list: Export,
  { from, to, after, end }: Part,
  limit: number,
): Promise<Record<string, unknown>[]> {
  return database.transaction().execute(async (tx) => {
    await sql`set local enable_sort = off`.execute(tx);
    const { rows } = await sql<Record<string, unknown>>`
      select ${list.select}, ${list.id}::text as after from ${list.from}
      where ${list.time} >= ${from} and ${list.time} < ${to}
        ${after === null ? sql`` : sql`and ${list.id} > ${after}::${sql.raw(list.key)}`}
        ${end === null ? sql`` : sql`and ${list.id} <= ${end}::${sql.raw(list.key)}`}
      order by ${list.id} limit ${limit}`.execute(tx);
    return rows;
  });
}
