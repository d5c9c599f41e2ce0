import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import type { Transfer } from './post.ts';

/** What an account is in a cause; the accounts of all members, and those of all walls, are one. */
type Side = 'member' | 'wall' | Exclude<Transfer['from'], `member:${string}` | `wall:${string}`>;
/** The word before the first colon of a key, the kind and the unit of its transfer, and the two accounts. */
type Cause = [word: string, kind: Transfer['kind'], unit: Transfer['unit'], from: Side, to: Side];

/** All that is ever posted. The proofs of each module look for its causes by their keys. */
const CAUSES: readonly Cause[] = [
  ['credit', 'credit', 'points', 'wall', 'member'],
  ['reversal', 'reversal', 'points', 'member', 'wall'],
  ['reversal', 'reversal', 'points', 'departed', 'wall'],
  ['hold', 'hold', 'points', 'wall', 'credits:held'],
  ['release', 'release', 'points', 'credits:held', 'wall'],
  ['claim', 'credit', 'points', 'wall', 'member'],
  ['mission', 'credit', 'points', 'missions', 'member'],
  ['mission-reversal', 'reversal', 'points', 'member', 'missions'],
  ['redemption', 'redemption', 'points', 'member', 'payouts:held'],
  ['refund', 'refund', 'points', 'payouts:held', 'member'],
  ['payout', 'payout', 'points', 'payouts:held', 'payouts:paid'],
  ['cash', 'payout', 'cents', 'payouts:paid', 'member'],
  ['cash', 'award', 'cents', 'awards', 'member'],
  ['return', 'refund', 'points', 'payouts:paid', 'member'],
  ['uncash', 'reversal', 'cents', 'member', 'payouts:paid'],
  ['uncash', 'reversal', 'cents', 'member', 'awards'],
  ['adjustment', 'adjustment', 'points', 'adjustments', 'member'],
  ['adjustment', 'adjustment', 'points', 'member', 'adjustments'],
  ['debt_left', 'debt', 'points', 'departed', 'member'],
  ['debt_met', 'debt', 'points', 'member', 'departed'],
  ['debt_paid', 'debt', 'points', 'member', 'departed'],
  ['debt_eased', 'debt', 'points', 'departed', 'member'],
];

/**
 * Proves that nothing was posted for another cause than those. Reads every transfer once. Returns one sentence per
 * difference; an empty list means proven.
 */
export async function proveCauses(database: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select format('transfer %s moves %s from %s to %s (%s), for which there is no cause', key, unit, from_account, to_account,
      kind) as text
    from ledger_transfers
    where (split_part(key, ':', 1), kind, unit, ${sideOf('from_account')}, ${sideOf('to_account')}) not in (
      values ${sql.join(CAUSES.map((cause) => sql`(${sql.join(cause.map((part) => sql.lit(part)))})`))})
    order by id`.execute(database);
  return rows.map(({ text }) => text);
}

const sideOf = (account: string) => sql`
  case when ${sql.ref(account)} like 'member:%' then 'member' when ${sql.ref(account)} like 'wall:%' then 'wall'
    else ${sql.ref(account)} end`;
