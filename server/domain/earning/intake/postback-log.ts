import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/** The result of a postback. */
export type Verdict =
  /** The first credit of its transaction. */
  | 'credited'
  /** The first credit of its transaction, pending for the wall's hold. */
  | 'held'
  /** Credited, but from an address that the wall's list does not name. */
  | 'flagged'
  /** The credit of a transaction that was reversed before: the ledger has both, their sum is zero. */
  | 'netted'
  | 'reversed'
  /** A reversal that came before its credit. */
  | 'reversed_early'
  | 'duplicate'
  /** Names a known transaction with another member or amount. Nothing moved. */
  | 'conflict'
  /** No member has this code; staff can replay the call. */
  | 'unknown_user'
  | 'bad_signature'
  /** Proven, but unusable. */
  | 'refused'
  | 'test'
  | 'pending'
  | 'ignored'
  /** The database failed; the wall is asked to retry. Not logged, since the log is in the same database. */
  | 'failed'
  /** Too many calls are under way; the wall is asked to retry. Not logged, to add no load. */
  | 'overloaded';

/** How a postback came in, for the log. */
export interface Receipt {
  wall: string;
  sourceIp: string;
  /** Without secrets. */
  raw: string;
  /** Milliseconds since it came in. */
  elapsed: () => number;
}

/**
 * Most log entries for calls of one kind. A kind is either the proven credits (or reversals) with one verdict on one
 * transaction, which differ only in the member they name, or the calls that one address sends within a minute and
 * that lack proof for the same reason. A sender who can vary what no signature covers could make any number of them.
 * Calls logged at the same moment do not see each other and may each add one more.
 */
export const FORMS_KEPT_MAX = 5;
/**
 * Most rows per UTC day, of all processes together, for calls without proof: at one wall and at all walls. Each wall
 * always gets its `first` rows. Further calls are counted on the newest row.
 */
export const UNPROVEN_ROWS_PER_DAY = { wall: 1_000, all: 5_000, first: 20 } as const;
/** Most rows per UTC day and wall for proven calls without a member; staff have to replay each of them. */
export const UNKNOWN_ROWS_PER_DAY_MAX = 5_000;
/** Characters kept of the raw form of a call without proof. */
export const UNPROVEN_RAW_LENGTH_MAX = 2_000;
/** More than calls of one kind can have added at the same moment. */
export const FORMS_READ_MAX = 100;
/** What the last of these entries says behind its reason once more calls are counted on it. */
const COUNTED_HERE = 'more calls like it are counted here';

interface Entry {
  verdict: Verdict;
  reason: string | null;
  transactionId: string | null;
  memberCode: string | null;
  /** Whether the call takes a credit back. */
  reversal: boolean;
}

/**
 * Logs a call. A call that repeats an entry is counted on that entry; one beyond FORMS_KEPT_MAX or a day's limit is
 * counted on the last entry of its kind.
 */
export async function logPostback(tx: Tx, receipt: Receipt, entry: Entry): Promise<void> {
  // A null code marks entries of erased members. Their codes are gone, so those entries must not match.
  const memberCode = entry.memberCode ?? '';
  const kept = await keptOfKind(tx, receipt, entry);
  const last = kept[FORMS_KEPT_MAX - 1];
  const repeats = entry.verdict !== 'bad_signature' && kept.some((form) => form.memberCode === memberCode);
  const countedOn = repeats
    ? undefined
    : (last?.id ?? (await newestOfFullDay(tx, receipt.wall, entry.verdict)));
  if (countedOn) {
    await tx
      .updateTable('postbackLog')
      .set({ ...ONE_MORE, reason: COUNTING })
      .where('id', '=', countedOn)
      .execute();
    return;
  }
  await tx
    .insertInto('postbackLog')
    .values({
      ...entry,
      memberCode,
      wall: receipt.wall,
      sourceIp: receipt.sourceIp,
      latencyMs: receipt.elapsed(),
      raw: entry.verdict === 'bad_signature' ? cut(receipt.raw) : receipt.raw,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['wall', 'verdict', 'transactionId', 'memberCode', 'reversal'])
        .where('verdict', '<>', sql.lit('bad_signature'))
        .where('memberCode', 'is not', null)
        .doUpdateSet(ONE_MORE),
    )
    .execute();
}

const ONE_MORE = { times: sql<number>`postback_log.times + 1`, lastReceivedAt: sql<Date>`now()` };

/** The reason of the entry with COUNTED_HERE appended once. */
const COUNTING = sql<string>`concat_ws('; ', nullif(regexp_replace(reason, ${`(; )?${COUNTED_HERE}$`}, ''), ''), ${COUNTED_HERE}::text)`;

const counting = (reason: string | null) => (reason === null ? COUNTED_HERE : `${reason}; ${COUNTED_HERE}`);

const cut = (raw: string) =>
  raw.length > UNPROVEN_RAW_LENGTH_MAX
    ? `${raw.slice(0, UNPROVEN_RAW_LENGTH_MAX).toWellFormed()}\n[cut]`
    : raw;

/** Returns the newest entry of this verdict at the wall if today's limit is reached, else undefined. */
async function newestOfFullDay(tx: Tx, wall: string, verdict: Verdict): Promise<string | undefined> {
  if (verdict !== 'bad_signature' && verdict !== 'unknown_user') return undefined;
  const { rows } = await sql<{ all: number; own: number; newest: string | null }>`
    select count(*)::integer as all, (count(*) filter (where wall = ${wall}))::integer as own,
      (max(id) filter (where wall = ${wall}))::text as newest
    from postback_log
    where received_at >= date_trunc('day', now(), 'UTC') and ${OF_VERDICT[verdict]}`.execute(tx);
  const [today] = rows;
  if (!today?.newest) return undefined;
  const { all, own, newest } = today;
  if (verdict === 'unknown_user') return own >= UNKNOWN_ROWS_PER_DAY_MAX ? newest : undefined;
  const { wall: ofWall, all: ofAll, first } = UNPROVEN_ROWS_PER_DAY;
  return own >= ofWall || (all >= ofAll && own >= first) ? newest : undefined;
}

/** The conditions of the partial indexes. */
const OF_VERDICT = {
  bad_signature: sql`verdict = 'bad_signature'`,
  unknown_user: sql`verdict = 'unknown_user' and replayed_at is null`,
};

/** Returns the oldest entries of the kind first, at most FORMS_KEPT_MAX. */
async function keptOfKind(
  tx: Tx,
  { wall, sourceIp }: Receipt,
  { verdict, reason, transactionId, reversal }: Entry,
): Promise<{ id: string; memberCode: string | null }[]> {
  const kept = tx
    .selectFrom('postbackLog')
    .select(['id', 'memberCode'])
    .where('wall', '=', wall)
    .where('verdict', '=', verdict)
    .limit(FORMS_READ_MAX);
  const ofKind =
    verdict === 'bad_signature'
      ? kept
          .where('sourceIp', '=', sourceIp)
          .where('receivedAt', '>', sql<Date>`now() - interval '1 minute'`)
          .where('reason', 'in', [reason, counting(reason)])
          .orderBy('receivedAt', 'desc')
      : kept
          .where('transactionId', transactionId === null ? 'is' : '=', transactionId)
          .where('reversal', '=', reversal)
          // These conditions and this order match the index of repeats; ordering by id could read the whole log.
          .where('verdict', '<>', sql.lit('bad_signature'))
          .where('memberCode', 'is not', null)
          .orderBy('wall')
          .orderBy('verdict')
          .orderBy('transactionId')
          .orderBy('memberCode');
  const rows = await ofKind.execute();
  return rows.sort((one, other) => Number(one.id) - Number(other.id)).slice(0, FORMS_KEPT_MAX);
}
