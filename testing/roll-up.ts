import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { rollUpWallDays } from '#domain/earning/index.ts';
import { rollUpLedger } from '#domain/ledger/index.ts';

/**
 * Rolls up until every transfer is in the sums of the ledger and in those of the walls. Beside a running server one call of
 * a roll-up is not enough: it returns at once while the server's own is at work, which may not see the newest transfers.
 */
export async function rollUpAll(database: Database): Promise<void> {
  const transact = transactOn(database);
  const rolledUp = async () => {
    await rollUpLedger(transact);
    await rollUpWallDays(transact);
    const { rows } = await sql`
      select from ledger_transfers
      where id > least((select rolled_to from ledger_rollup), (select rolled_to from wall_watch_rollup)) limit 1`.execute(
      database,
    );
    return rows.length === 0;
  };
  await expect.poll(rolledUp).toBe(true);
}
