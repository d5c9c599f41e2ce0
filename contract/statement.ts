import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { REDEMPTION_REASONS } from './redemptions.values.ts';
import { REWARD_KINDS } from './rewards.values.ts';
import { entryId, moment, pagesOf, searchWord } from './shapes.ts';
import { PENDING_MAX, STATEMENT_FILTERS, STATEMENT_KINDS, STATEMENT_PAGE_MAX } from './statement.values.ts';

/** What a task of an entry was. */
const StatementTask = z.object({
  /** The offer's name, if the wall sent one. */
  title: z.string().nullable(),
  /** One of TASK_TYPES, or another word. */
  taskType: z.string(),
  /** The title of the wall, or OWN_SOURCE. */
  source: z.string(),
});

export const StatementEntry = z.object({
  id: entryId,
  at: moment,
  kind: z.enum(STATEMENT_KINDS),
  /** Whole points, below zero if they left the balance; 0 for a gift, which is a card. */
  points: z.int(),
  /** The balance after it; null for a gift. */
  balance: z.int().nullable(),
  task: StatementTask.nullable(),
  reward: z
    .object({
      kind: z.enum(REWARD_KINDS),
      title: z.string(),
      /** Whole US cents. */
      amountUSD: z.int(),
      /** Why the points came back. */
      reason: z.enum(REDEMPTION_REASONS).nullable(),
    })
    .nullable(),
  /** What staff wrote to the member about it. */
  text: z.string().nullable(),
});
export type StatementEntry = z.infer<typeof StatementEntry>;

export const PendingEntry = z.object({
  id: z.uuid(),
  at: moment,
  /** When the points count, unless they are taken back before. */
  countsAt: moment,
  points: z.int(),
  task: StatementTask,
});
export type PendingEntry = z.infer<typeof PendingEntry>;

export const StatementFilters = z.object({
  kind: z.enum(STATEMENT_FILTERS).optional(),
  /** From this moment on. */
  from: moment.optional(),
  /** Before this moment. */
  to: moment.optional(),
  /** A part of the name of an offer, wall, mission or reward, or of the words of staff. */
  search: searchWord.optional(),
});
export type StatementFilters = z.infer<typeof StatementFilters>;

export const statement = endpoint({
  method: 'GET',
  path: '/api/statement',
  access: 'member',
  versioned: true,
  summary: `Everything that moved the member's balance, newest first, ${STATEMENT_PAGE_MAX} at most; the entries before one with \`before\``,
  query: StatementFilters.extend({
    /** Id of the last entry of the previous page. */
    before: entryId.optional(),
  }),
  output: z.array(StatementEntry),
  pages: pagesOf(STATEMENT_PAGE_MAX),
});

export const pendingPoints = endpoint({
  method: 'GET',
  path: '/api/statement/pending',
  access: 'member',
  versioned: true,
  summary: `Points that are not in the balance yet, those that count first in front; ${PENDING_MAX} are named`,
  output: z.object({
    count: z.int(),
    points: z.int(),
    entries: z.array(PendingEntry),
  }),
});

export const statementTotals = endpoint({
  method: 'GET',
  path: '/api/statement/totals',
  access: 'member',
  versioned: true,
  summary:
    "The member's balance and what it is made of: earned - takenBack - redeemed + givenBack + adjusted = balance",
  output: z.object({
    earned: z.int(),
    takenBack: z.int(),
    redeemed: z.int(),
    givenBack: z.int(),
    /** What staff gave less what they took, and debts of an earlier account; may be below zero. */
    adjusted: z.int(),
    balance: z.int(),
  }),
});
