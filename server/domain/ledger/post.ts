import { sql } from 'kysely';
import { sqlState, type Tx } from '#database/client.ts';
import type { Account } from './accounts.ts';

export interface Transfer {
  /** Names the fact that is posted: the same key is never posted twice. */
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
  /** Id of what it is about: a provider transaction, a redemption, an award. */
  reference: string;
  reason?: string;
  /** Id of the transfer that this one takes back. */
  reverses?: string;
  /** Who caused it: `system`, `member:<id>`, `admin:<id>`, `wall:<id>`. */
  actor: string;
  /** A reversal, and a debt that a new account takes over, may take a balance below zero; nothing else may. */
  mayOverdraw?: boolean;
}

export interface Posted {
  id: string;
  key: string;
  memberId: string | null;
  balanceAfter: number | null;
}

/** The member's balance does not cover the transfer. The transaction is void. */
export class InsufficientBalance extends Error {}

/** SQLSTATE raised by the database function `ledger_post`. */
const INSUFFICIENT = 'PF001';

/**
 * Posts transfers and moves the cached balances with them, all or none. Members are locked in id order until the
 * transaction ends. A key that was posted before with the same content is left out of the answer; with other content
 * it throws. Throws InsufficientBalance.
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
