import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Transact } from '#database/transaction.ts';
import type { PayoutProvider } from '#domain/redemption/ports.ts';

/** Longest wait of a call for its turn; the redemption then waits in the queue instead of in a worker. */
export const TURN_WAIT_MS_MAX = 2_000;

/**
 * Waits until the provider may be called: all processes together stay below its `callsPerSecondMax`, evenly spaced. If
 * too many calls wait, returns when to come again.
 */
export async function awaitTurn(
  transact: Transact,
  { id, callsPerSecondMax }: Pick<PayoutProvider, 'id' | 'callsPerSecondMax'>,
): Promise<{ afterMs: number } | undefined> {
  if (callsPerSecondMax === undefined) return undefined;
  const step = sql`make_interval(secs => ${1 / callsPerSecondMax})`;
  const { rows } = await transact((tx) =>
    sql<{ waitMs: number }>`
      insert into payout_turns as turns (provider, next_at) values (${id}, clock_timestamp() + ${step})
      on conflict (provider) do update
        set next_at = greatest(turns.next_at, clock_timestamp()) + ${step}
        where turns.next_at < clock_timestamp() + make_interval(secs => ${TURN_WAIT_MS_MAX / 1000})
      returning extract(epoch from next_at - ${step} - clock_timestamp())::float8 * 1000 as wait_ms`.execute(
      tx,
    ),
  );
  const [turn] = rows;
  if (!turn) return { afterMs: TURN_WAIT_MS_MAX };
  if (turn.waitMs > 0) await sleep(turn.waitMs);
  return undefined;
}
