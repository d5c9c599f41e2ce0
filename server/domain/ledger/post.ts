import { sql } from 'kysely';
import { sqlState, type Tx } from '#database/client.ts';
import type { Account } from './accounts.ts';

export interface Transfer {
  /** Identifies what is posted; a key is never posted twice. */
  key: string;
  unit: 'points' | 'cents';
  from: Account;
  to: Account;
  /** Whole points or whole US cents, above zero. */
  amount: number;
  kind:
    | 'credit'
    | 'reversal'
    | 'hold'
    | 'release'
    | 'redemption'
    | 'refund'
    | 'payout'
    | 'award'
    | 'adjustment'
    | 'debt';
  /** Id of the provider transaction, redemption, award or other cause. */
  reference: string;
  reason?: string;
  /** Id of the transfer that this one takes back. */
  reverses?: string;
  /** Who caused it: `system`, `member:<id>`, `admin:<id>`, `wall:<id>`. */
  actor: string;
  /** Lets the balance fall below zero; only for reversals, and debts that a new account takes over. */
  mayOverdraw?: boolean;
}

export interface Posted {
  id: string;
  key: string;
  memberId: string | null;
  balanceAfter: number | null;
}

/** The member's balance does not cover the transfer. The transaction cannot be committed. */
export class InsufficientBalance extends Error {}

/** SQLSTATE raised by the database function `ledger_post`. */
const INSUFFICIENT = 'PF001';

/**
 * Posts transfers and updates the cached balances, all or none. Members stay locked, in the order of their ids, until
 * the transaction ends. Leaves a transfer out of the result if its key was posted before with the same content, and
 * throws if the content differs. Throws InsufficientBalance.
 */
export async function post(tx: Tx, transfers: Transfer[]): Promise<Posted[]> {
  try {
    const result = await sql<Posted>`select * from ledger_post(${JSON.stringify(transfers)}::jsonb)`.execute(
      tx,
    );
    return result.rows;
  } catch (error) {
    if (sqlState(error) === INSUFFICIENT) throw new InsufficientBalance('insufficient balance');
    throw error;
  }
}
