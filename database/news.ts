import type { LiveEvent } from '#contract/live.ts';

/** What processes have to hear of committed transactions: what members' open pages show has changed, jobs are due. */
export interface News {
  moves: Move[];
  events: MemberEvent[];
  /** How many jobs were queued that are due now. */
  jobs: number;
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

export const noNews = (): News => ({ moves: [], events: [], jobs: 0, missed: false });

/** News may have been lost. */
export const MISSED: News = { ...noNews(), missed: true };

export const isNews = ({ moves, events, jobs, missed }: News): boolean =>
  missed || moves.length + events.length + jobs > 0;

/** The statement that sends the messages when it is committed, with the values of `valuesOf`. */
export const TELL_NEWS =
  'select tell_news($1::uuid[], $2::integer[], $3::boolean[], $4::text[], $5::integer, $6::boolean)';

export const valuesOf = ({ moves, events, jobs, missed }: News): unknown[] => [
  moves.map(({ userId }) => userId),
  moves.map(({ change }) => change),
  moves.map(({ isCredit }) => isCredit),
  events.map((event) => JSON.stringify(event)),
  jobs,
  missed,
];
