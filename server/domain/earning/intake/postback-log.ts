import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/** What became of a postback. */
export type Verdict =
  /** The first credit of its transaction. */
  | 'credited'
  /** The first credit of its transaction, pending for the time that the wall's entry asks for. */
  | 'held'
  /** Credited; it came from an address that the wall's list does not name. */
  | 'flagged'
  /** The credit of a transaction that was taken back before: both are in the ledger, the sum is zero. */
  | 'netted'
  | 'reversed'
  /** A reversal whose credit has not come yet. */
  | 'reversed_early'
  | 'duplicate'
  /** Repeats a transaction with another member or amount. Nothing moved. */
  | 'conflict'
  /** Nobody has this code; an operator can replay the call. */
  | 'unknown_user'
  | 'bad_signature'
  /** Proven, but not usable. */
  | 'refused'
  | 'test'
  | 'pending'
  | 'ignored'
  /** The database did not take it; the wall is asked to repeat it. Not in the log, which is in the same database. */
  | 'failed'
  /** Too many calls are under way; the wall is asked to come again. Not in the log, which would only add to them. */
  | 'overloaded';

/** How a postback came in, for the records. */
export interface Receipt {
  wall: string;
  sourceIp: string;
  /** Secrets redacted. */
  raw: string;
  /** Milliseconds since it came in. */
  elapsed: () => number;
}

/**
 * Entries that calls of one kind have at most: proven credits, or reversals, with one verdict on one transaction, which
 * differ in the member they name, or those that one address sends within a minute and that lack proof for one reason.
 * Whoever can vary what no signature covers makes any number of them. Calls that are logged at the same moment do not see
 * each other and may each add one.
 */
export const FORMS_KEPT_MAX = 5;
/**
 * Rows that all processes together add within a UTC day for calls without proof: at one wall, and at all walls. A wall
 * always gets its first few. What else comes is counted on the newest of them.
 */
export const UNPROVEN_ROWS_PER_DAY = { wall: 1_000, all: 5_000, first: 20 } as const;
/** Rows within a UTC day for proven calls at one wall whose member nobody knows; somebody has to replay each of them. */
export const UNKNOWN_ROWS_PER_DAY_MAX = 5_000;
/** What is kept of the raw form of a call without proof, in characters. */
export const UNPROVEN_RAW_LENGTH_MAX = 2_000;
/** More than calls of one kind can have added at the same moment. */
const FORMS_READ_MAX = 100;
/** What the last of these entries says behind its reason once more calls are counted on it. */
const COUNTED_HERE = 'more calls like it are counted here';

interface Entry {
  verdict: Verdict;
  reason: string | null;
  transactionId: string | null;
  memberCode: string | null;
  /** Whether it takes a credit back. */
  reversal: boolean;
}

/**
 * Logs a call. One that says the same of the same transaction again is counted on its first entry, one too many of its
 * kind on the last entry of the kind.
 */
export async function logPostback(tx: Tx, receipt: Receipt, entry: Entry): Promise<void> {
  // Null is left to members who have gone: what theirs were is not known any more, and cannot repeat.
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
        .where('verdict', '<>', 'bad_signature')
        .where('memberCode', 'is not', null)
        .doUpdateSet(ONE_MORE),
    )
    .execute();
}

const ONE_MORE = { times: sql<number>`postback_log.times + 1`, lastReceivedAt: sql<Date>`now()` };

/** The entry's own reason, once with what it says of calls that are counted on it. */
const COUNTING = sql<string>`concat_ws('; ', nullif(regexp_replace(reason, ${`(; )?${COUNTED_HERE}$`}, ''), ''), ${COUNTED_HERE}::text)`;

const counting = (reason: string | null) => (reason === null ? COUNTED_HERE : `${reason}; ${COUNTED_HERE}`);

const cut = (raw: string) =>
  raw.length > UNPROVEN_RAW_LENGTH_MAX
    ? `${raw.slice(0, UNPROVEN_RAW_LENGTH_MAX).toWellFormed()}\n[cut]`
    : raw;

/** Where the log takes no more calls of this verdict at the wall today: the newest entry of them. */
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

/** As the indexes have it. */
const OF_VERDICT = {
  bad_signature: sql`verdict = 'bad_signature'`,
  unknown_user: sql`verdict = 'unknown_user' and replayed_at is null`,
};

/** The oldest ones first, FORMS_KEPT_MAX at most. */
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
          // As the index of repeats. In the order of ids the whole log might be read for a few of them.
          .where('verdict', '<>', 'bad_signature')
          .where('memberCode', 'is not', null)
          .orderBy('wall')
          .orderBy('verdict')
          .orderBy('transactionId')
          .orderBy('memberCode');
  const rows = await ofKind.execute();
  return rows.sort((one, other) => Number(one.id) - Number(other.id)).slice(0, FORMS_KEPT_MAX);
}
