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

/** Logs a call; one that says the same of the same transaction again is counted on its first entry. */
export async function logPostback(
  tx: Tx,
  receipt: Receipt,
  entry: {
    verdict: Verdict;
    reason: string | null;
    transactionId: string | null;
    memberCode: string | null;
  },
): Promise<void> {
  await tx
    .insertInto('postbackLog')
    .values({
      ...entry,
      // Null is left to members who have gone: what theirs were is not known any more, and cannot repeat.
      memberCode: entry.memberCode ?? '',
      wall: receipt.wall,
      sourceIp: receipt.sourceIp,
      latencyMs: receipt.elapsed(),
      raw: receipt.raw,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['wall', 'verdict', 'transactionId', 'memberCode'])
        .where('verdict', '<>', 'bad_signature')
        .where('memberCode', 'is not', null)
        .doUpdateSet({ times: sql`postback_log.times + 1`, lastReceivedAt: sql`now()` }),
    )
    .execute();
}
