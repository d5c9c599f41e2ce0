import type { LiveEvent } from '#contract/live.ts';

/** What processes have to hear of committed transactions: what members' open pages show has changed, jobs are due. */
export interface News {
  moves: Move[];
  events: MemberEvent[];
  /** How many jobs of each task were queued that are due now, see `addJobs` in queue.ts. */
  jobs: Record<string, number>;
  /** Earlier news may be missing, so that every open page has to read again. */
  missed: boolean;
}

/** A change of a member's balance. */
export interface Move {
  userId: string;
  /** Points, below zero if they were taken. */
  change: number;
  /** Whether a task came with it. */
  isCredit: boolean;
}

/** An event of a member that says all by itself. */
export type MemberEvent = Exclude<LiveEvent, { type: 'balance' }> & { userId: string };

export const noNews = (): News => ({ moves: [], events: [], jobs: {}, missed: false });

/** News may have been lost. */
export const MISSED: News = { ...noNews(), missed: true };

export const isNews = ({ moves, events, jobs, missed }: News): boolean =>
  missed || moves.length + events.length + Object.keys(jobs).length > 0;

/**
 * The statement that sends the messages when it is committed, with the values of `valuesOf`. Workers hear of jobs in the queue's
 * own message (graphile-worker), which lets so many of them look as its `count` says. Here it says none: each job has its workers,
 * see server/jobs/run.ts, and all others would read past it.
 */
export const TELL_NEWS = `
  select tell_news($1::uuid[], $2::integer[], $3::boolean[], $4::text[], 0, $6::boolean),
    case when $5::jsonb <> '{}' then pg_notify('jobs:insert', jsonb_build_object('count', 0, 'jobs', $5::jsonb)::text) end`;

export const valuesOf = ({ moves, events, jobs, missed }: News): unknown[] => [
  moves.map(({ userId }) => userId),
  moves.map(({ change }) => change),
  moves.map(({ isCredit }) => isCredit),
  events.map((event) => JSON.stringify(event)),
  JSON.stringify(jobs),
  missed,
];
