import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { RedemptionReason } from './redemptions.ts';
import { REWARD_KINDS } from './rewards.values.ts';
import { entryId, moment, pagesOf, searchWord } from './shapes.ts';
import { PENDING_MAX, STATEMENT_FILTERS, STATEMENT_KINDS, STATEMENT_PAGE_MAX } from './statement.values.ts';

/** What a task of an entry was. */
const StatementTask = z.object({
  title: z.string().nullable().describe("The offer's name, if the wall sent one."),
  taskType: z
    .string()
    .describe('`ad_view`, `offer_completion`, `app_install`, `survey`, or another word of the wall.'),
  source: z.string().describe('The title of the wall; `missions` for missions of the site.'),
});

export const StatementEntry = z.object({
  id: entryId,
  at: moment,
  kind: z.enum(STATEMENT_KINDS),
  points: z
    .int()
    .describe('Whole points, below zero if they left the balance; 0 for a gift, which is a card.'),
  balance: z.int().nullable().describe('The balance after it; null for a gift.'),
  task: StatementTask.nullable(),
  reward: z
    .object({
      kind: z.enum(REWARD_KINDS),
      title: z.string(),
      amountUSD: z.int().describe('Whole US cents.'),
      reason: RedemptionReason.nullable().describe('Why the points came back.'),
    })
    .nullable(),
  text: z.string().nullable().describe('What staff wrote to the member about it.'),
});
export type StatementEntry = z.infer<typeof StatementEntry>;

export const PendingEntry = z.object({
  id: z.uuid(),
  at: moment,
  countsAt: moment.describe('When the points count, unless they are taken back before.'),
  points: z.int(),
  task: StatementTask,
});
export type PendingEntry = z.infer<typeof PendingEntry>;

export const StatementFilters = z.object({
  kind: z.enum(STATEMENT_FILTERS).optional(),
  from: moment.optional().describe('From this moment on.'),
  to: moment.optional().describe('Before this moment.'),
  search: searchWord
    .optional()
    .describe('A part of the name of an offer, wall, mission or reward, or of the words of staff.'),
});
export type StatementFilters = z.infer<typeof StatementFilters>;

export const statement = endpoint({
  method: 'GET',
  path: '/api/statement',
  access: 'member',
  versioned: true,
  summary: `What moved the member's balance, newest first, ${STATEMENT_PAGE_MAX} at most; the entries before one with \`before\``,
  query: StatementFilters.extend({
    before: entryId.optional().describe('Id of the last entry of the previous page.'),
  }),
  output: z.array(StatementEntry),
  pages: pagesOf(STATEMENT_PAGE_MAX),
});

export const pendingPoints = endpoint({
  method: 'GET',
  path: '/api/statement/pending',
  access: 'member',
  versioned: true,
  summary: `Points not in the balance yet, those that count first in front; ${PENDING_MAX} are named`,
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
    adjusted: z
      .int()
      .describe('What staff gave less what they took, and debts of an earlier account; may be below zero.'),
    debts: z
      .int()
      .optional()
      .describe(
        'The part of `adjusted` that is debts of an earlier account. Servers of the version before do not send it.',
      ),
    balance: z.int(),
  }),
});
