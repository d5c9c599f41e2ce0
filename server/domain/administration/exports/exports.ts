import { type RawBuilder, sql } from 'kysely';
import type { ExportName } from '#contract/exports.ts';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { shownAwardStatus } from '#domain/administration/approvals/list-awards.ts';
import { TRANSFERS, transfersWithin } from '#domain/ledger/index.ts';
import { TOLD_REASON } from '#domain/redemption/index.ts';
import { WALL_OF_TASK } from './wall-of-task.ts';

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
  /** Allow-list: ids and states, in the order of the file, each with its value. Members are named by their ids only. */
  columns: Record<string, RawBuilder<unknown>>;
  from: RawBuilder<unknown>;
  key: 'uuid' | 'bigint';
  id: RawBuilder<unknown>;
  time: RawBuilder<unknown>;
  /** For a list whose keys grow with the time: finds the part with the rows of a time, and how many rows there are in all. */
  find?: (database: Database, range: ExportRange) => Promise<Span & { count: number }>;
}

/** A part of a list by its keys: after the one, up to the other. Null stands for the beginning and the end. */
interface Span {
  after: string | null;
  last: string | null;
}

const LISTS: Record<ExportName, Export> = {
  tasks: {
    columns: {
      id: sql`t.id`,
      userId: sql`t.user_id`,
      taskType: sql`t.task_type`,
      wall: WALL_OF_TASK,
      title: sql`t.title`,
      pointsEarned: sql`t.points_earned`,
      // A wall's task has the id of its provider transaction.
      revenueUsdMicros: sql`(select w.revenue_usd_micros from webhook_transactions w where w.id = t.id)`,
      completedAt: sql`t.completed_at`,
      reversedAt: sql`t.reversed_at`,
      // Its points are not in the balance before.
      heldUntil: sql`t.held_until`,
    },
    from: sql`tasks t`,
    key: 'uuid',
    id: sql`t.id`,
    time: sql`t.completed_at`,
  },
  redemptions: {
    columns: {
      id: sql`r.id`,
      userId: sql`r.user_id`,
      kind: sql`r.reward_kind`,
      title: sql`r.reward_title`,
      cardTier: sql`r.card_tier`,
      amountUsdCents: sql`r.amount_cents`,
      points: sql`r.points_used`,
      status: sql`r.status`,
      reason: sql.raw(TOLD_REASON),
      provider: sql`r.provider`,
      createdAt: sql`r.created_at`,
      promisedBy: sql`r.promised_by`,
      issuedAt: sql`r.issued_at`,
      expiresAt: sql`r.expires_at`,
      awardId: sql`r.award_id`,
    },
    from: sql`card_redemptions r`,
    key: 'uuid',
    id: sql`r.id`,
    time: sql`r.created_at`,
  },
  awards: {
    columns: {
      id: sql`c.id`,
      userId: sql`c.user_id`,
      cardTier: sql`c.card_tier`,
      amountUsdCents: sql`c.amount_cents`,
      status: shownAwardStatus,
      awardedBy: sql`c.awarded_by`,
      createdAt: sql`c.created_at`,
    },
    from: sql`cash_rewards c`,
    key: 'uuid',
    id: sql`c.id`,
    time: sql`c.created_at`,
  },
  transactions: {
    columns: {
      id: sql`w.id`,
      wall: sql`w.provider`,
      transactionId: sql`w.transaction_id`,
      userId: sql`w.user_id`,
      status: sql`w.status`,
      points: sql`w.amount_mb`,
      revenueUsdMicros: sql`w.revenue_usd_micros`,
      latencyMs: sql`w.latency_ms`,
      createdAt: sql`w.created_at`,
      reversedAt: sql`w.reversed_at`,
    },
    from: sql`webhook_transactions w`,
    key: 'uuid',
    id: sql`w.id`,
    time: sql`w.created_at`,
  },
  ledger: {
    columns: {
      id: sql`l.id`,
      createdAt: sql`l.created_at`,
      unit: sql`l.unit`,
      kind: sql`l.kind`,
      fromAccount: sql`l.from_account`,
      toAccount: sql`l.to_account`,
      amount: sql`l.amount`,
      balanceAfter: sql`l.balance_after`,
      reference: sql`l.reference`,
      actor: sql`l.actor`,
      key: sql`l.key`,
    },
    from: sql`${TRANSFERS} l`,
    key: 'bigint',
    id: sql`l.id`,
    time: sql`l.created_at`,
    find: transfersWithin,
  },
};

/** The columns of each list, in the order of the file. */
export const EXPORT_COLUMNS = Object.fromEntries(
  Object.entries(LISTS).map(([name, { columns }]) => [name, Object.keys(columns)]),
) as Record<ExportName, string[]>;

interface Sizes {
  batch: number;
  stretch: number;
}

/**
 * Yields the rows of a list within a time, in the order of their keys, in parts; a part is empty if its stretch of
 * the list has no such rows. Rows outside of the part where their time was found come last. The next part is read when this one is
 * taken, in a transaction of its own, so a slow download keeps nothing open in the database. Rows added meanwhile may be missing.
 */
export async function* exportRows(
  database: Database,
  name: ExportName,
  range: ExportRange,
  sizes: Sizes = { batch: BATCH, stretch: STRETCH },
): AsyncGenerator<Record<string, unknown>[]> {
  const list = LISTS[name];
  const { after, last, count } = (await list.find?.(database, range)) ?? WHOLE;
  let found = 0;
  for await (const rows of walk(database, list, { ...range, after, last }, sizes)) {
    found += rows.length;
    yield rows;
  }
  if (found >= count) return;
  yield* walk(database, list, { ...range, after: null, last: after }, sizes);
  yield* walk(database, list, { ...range, after: last, last: null }, sizes);
}

const WHOLE: Span & { count: number } = { after: null, last: null, count: 0 };

type Part = ExportRange & Span;

async function* walk(
  database: Database,
  list: Export,
  part: Part,
  { batch, stretch }: Sizes,
): AsyncGenerator<Record<string, unknown>[]> {
  let { after } = part;
  for (;;) {
    const last = await endOfStretch(database, list, { after, last: part.last }, stretch);
    let rows: Record<string, unknown>[];
    do {
      rows = await readPart(database, list, { ...part, after, last }, batch);
      yield rows;
      after = rows.length === 0 ? after : String(rows.at(-1)?.after);
    } while (rows.length === batch);
    if (last === part.last) return;
    after = last;
  }
}

/** The key of the last row of the next stretch, or where the part ends. */
async function endOfStretch(
  database: Database,
  list: Export,
  part: Span,
  stretch: number,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select ${list.id}::text as id from ${list.from} where ${isIn(list, part)}
    order by ${list.id} offset ${stretch - 1} limit 1`.execute(database);
  return rows[0]?.id ?? part.last;
}

/** Reads along the key, since sorting the remaining rows for each part would read the list once per part. */
function readPart(
  database: Database,
  list: Export,
  part: Part,
  limit: number,
): Promise<Record<string, unknown>[]> {
  return transactOn(database)(async (tx) => {
    await sql`set local enable_sort = off`.execute(tx);
    const columns = Object.entries(list.columns).map(([name, value]) => sql`${value} as ${sql.ref(name)}`);
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columns)}, ${list.id}::text as after from ${list.from}
      where ${list.time} >= ${part.from} and ${list.time} < ${part.to} and ${isIn(list, part)}
      order by ${list.id} limit ${limit}`.execute(tx);
    return rows;
  });
}

function isIn({ id, key }: Export, { after, last }: Span): RawBuilder<unknown> {
  const type = sql.raw(key);
  return sql`${after === null ? sql`true` : sql`${id} > ${after}::${type}`}
    and ${last === null ? sql`true` : sql`${id} <= ${last}::${type}`}`;
}
