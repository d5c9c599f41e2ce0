import { type RawBuilder, sql } from 'kysely';
import type { Tx } from './client.ts';
import type { News } from './news.ts';

/** The jobs of this product and their payloads. Payloads hold no secret: a job makes codes and tokens itself. */
export interface Jobs {
  send_sign_up_mail: { email: string; language: string };
  send_reset_mail: { email: string };
  deliver_notice: { noticeId: string };
  recover_notices: Record<string, never>;
  send_farewell_mail: {
    email: string;
    language: string;
    at?: string;
    isEarlier?: boolean;
    hasCopy?: boolean;
  };
  send_email_change_mail: { userId: string; email: string };
  fulfil_redemption: { redemptionId: string };
  check_reward: { redemptionId: string };
  reconcile_payouts: Record<string, never>;
  clean_up: Record<string, never>;
  clean_up_daily: Record<string, never>;
  watch_members: Record<string, never>;
  watch_reviews: Record<string, never>;
  roll_up_ledger: Record<string, never>;
  mature_credits: Record<string, never>;
  watch_walls: Record<string, never>;
  pull_feeds: Record<string, never>;
  keep_pictures: Record<string, never>;
  remind_of_offers: Record<string, never>;
  mend_times: Record<string, never>;
}

/** The jobs that may be added for a later time, and how many seconds ahead it lies at most; mended-times.ts reads it. */
export const LATER_SECONDS_MAX = { fulfil_redemption: 3_600 } as const satisfies {
  [Name in keyof Jobs]?: number;
};

/**
 * Jobs of a place start when none of an earlier one is due; `first` is that of all others. `later` is for what may wait while a
 * party outside is silent, `last` for what can be as many as there are members or rewards.
 */
export const PRIORITIES = { first: 0, later: 1, last: 2 };
export type Place = keyof typeof PRIORITIES;

/** Counts so many more jobs of a task that are due now. */
export function addJobs(news: News, task: keyof Jobs, count: number): void {
  if (count > 0) news.jobs[task] = (news.jobs[task] ?? 0) + count;
}

/**
 * Adds a job in the transaction that needs it. With a `key`, a waiting job of that key is replaced. A failing job is
 * tried again after pauses of e^tries seconds, 25 times unless `attemptsMax` is set. `keepRunAt`: a waiting job of
 * that key keeps its time and thereby its turn. Workers are told of a job for now after the commit.
 */
export async function enqueue<Name extends keyof Jobs>(
  tx: Tx,
  name: Name,
  payload: Jobs[Name],
  options: {
    key?: string;
    runAt?: Name extends keyof typeof LATER_SECONDS_MAX ? Date : never;
    attemptsMax?: number;
    keepRunAt?: boolean;
    place?: Place;
  } = {},
): Promise<void> {
  await sql`select queue_job(${name}, ${JSON.stringify(payload)}::json, ${options.key ?? null},
    ${options.runAt ?? null}::timestamptz, ${options.attemptsMax ?? null}::integer,
    ${PRIORITIES[options.place ?? 'first']}::integer, ${options.keepRunAt ?? false}::boolean)`.execute(tx);
  if (!options.runAt) addJobs(tx.news, name, 1);
}

/**
 * Adds a job for now for each row that the statement `rows` returns, in the same statement. `payload` and `key` are
 * expressions over its columns. Returns how many there were.
 */
export async function enqueueOf<Name extends keyof Jobs>(
  tx: Tx,
  name: Name,
  jobs: {
    rows: RawBuilder<unknown>;
    payload: RawBuilder<unknown>;
    key: RawBuilder<unknown>;
    attemptsMax?: number;
    keepRunAt?: boolean;
    place?: Place;
  },
): Promise<number> {
  const { rows } = await sql`
    with source as (${jobs.rows})
    select queue_job(${name}, ${jobs.payload}, ${jobs.key}, null, ${jobs.attemptsMax ?? null}::integer,
      ${PRIORITIES[jobs.place ?? 'first']}::integer, ${jobs.keepRunAt ?? false}::boolean)
    from source`.execute(tx);
  addJobs(tx.news, name, rows.length);
  return rows.length;
}
