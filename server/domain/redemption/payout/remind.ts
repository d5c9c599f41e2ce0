import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { beginRun } from '#domain/common/begin-run.ts';
import { notify } from '#domain/notices/index.ts';

/** How long before its end a member is reminded of a reward; from then on the Cards screen counts its days. */
const LEAD_DAYS = 14;
/** How long after its issue, of which the member was told, a reward is reminded of at the earliest. */
const QUIET_DAYS = 1;
/** Most rewards per transaction. */
const STEP = 100;
/** Most reminders of one run: cards of one month all end in one second, and mails have the hours of two weeks. */
const RUN_MAX = 1_000;

interface Ending {
  id: string;
  userId: string;
  amountCents: number;
  expiresAt: Date;
}

/** Whether the end of the redemption `r` is to be reminded of now. Literals, for statements that take no parameters. */
const IS_DUE = sql`(r.status = 'issued' and r.reminded_at is null
  and r.expires_at > now() and r.expires_at <= now() + make_interval(days => ${sql.lit(LEAD_DAYS)})
  and r.issued_at <= now() - make_interval(days => ${sql.lit(QUIET_DAYS)}))`;

/**
 * Reminds members of issued rewards that end within two weeks, once each, over all processes and crashes: the mark is set in
 * the transaction that reminds. A suspended member is reminded after the suspension, if there is time left. What it has no
 * time for, or what is above `max`, waits for the next run.
 */
export async function remindOfRewards(transact: Transact, max = RUN_MAX): Promise<void> {
  const isOver = beginRun();
  for (let left = max; left > 0 && !isOver(); ) {
    const step = Math.min(STEP, left);
    const told = await transact((tx) => remindSome(tx, step));
    if (told < step) return;
    left -= told;
  }
}

/** Counts the reminders that are due as sent: of a restored site, which has sent them since its backup. */
export const COUNT_AS_REMINDED = sql`update card_redemptions r set reminded_at = now() where ${IS_DUE}`;

/**
 * Returns how many were due. Waits for no lock, as others lock the member before the redemption: what somebody else changes, or
 * whose member leaves right now, is left to the next run.
 */
async function remindSome(tx: Tx, step: number): Promise<number> {
  const { rows } = await sql<Ending>`
    update card_redemptions set reminded_at = now()
    where id = any(array(
      select r.id from card_redemptions r join users u on u.id = r.user_id
      where ${IS_DUE} and u.erased_at is null and u.suspended_at is null
      order by r.expires_at limit ${step}
      for no key update of r skip locked for key share of u skip locked))
    returning id, user_id, amount_cents, expires_at`.execute(tx);
  for (const { id, userId, amountCents, expiresAt } of rows) {
    await notify(tx, {
      key: `reward_ending:${id}`,
      userId,
      kind: 'reward_ending',
      data: { redemptionId: id, amountCents, at: expiresAt.toISOString() },
    });
  }
  return rows.length;
}
