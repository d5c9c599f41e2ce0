import { z } from 'zod';
import { MONEY_TEXT_MAX_LENGTH } from './approvals.values.ts';
import { endpoint } from './endpoint.ts';
import { RISK_RULE_IDS } from './risk-rules.values.ts';
import { idParams, moment, owedPoints, requiredText, seenOwedPoints } from './shapes.ts';
import { STAFF_LIST_MAX } from './staff.values.ts';

/** Redemptions that a person decides about before they are paid. */

const text = requiredText(MONEY_TEXT_MAX_LENGTH);

/** Facts about the member at the time of the redemption. */
const Facts = z.object({
  accountHours: z.int(),
  balance: z.int(),
  addressMembers: z.int().describe('Other members with the same address, mailbox, device.'),
  mailboxMembers: z.int(),
  deviceMembers: z.int(),
  offerMembers: z.int(),
  tasks: z.int(),
  reversals: z.int(),
  busiestHourPoints: z.int(),
  usualHourPoints: z.int().nullable(),
});

export const Review = z.object({
  id: z.uuid().describe('Id of the redemption.'),
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  title: z.string(),
  amountUSD: z.int().describe('Whole US cents.'),
  pointsUsed: z.int(),
  owedPoints,
  createdAt: moment,
  dueAt: moment.describe('After this time the site decides by itself.'),
  escalated: z.boolean().describe('More than half of the time is over.'),
  rules: z.array(z.enum(RISK_RULE_IDS)),
  facts: Facts.partial().describe('Empty once the member has left.'),
  owner: z
    .string()
    .nullable()
    .describe('Name of the admin to whom it is assigned, while they may decide reviews.'),
  mine: z.boolean(),
  question: z.string().nullable(),
  askedAt: moment.nullable(),
  answer: z.string().nullable(),
  answeredAt: moment.nullable(),
  decision: z.enum(['pay', 'refund']).nullable(),
  decidedAt: moment.nullable(),
  decidedBy: z.string().nullable().describe('Null if the site decided.'),
  note: z.string().nullable(),
});
export type Review = z.infer<typeof Review>;

export const reviews = endpoint({
  method: 'GET',
  path: '/api/admin/reviews',
  access: 'admin',
  permission: 'reviews.decide',
  versioned: true,
  summary: `Redemptions that wait for a decision, by their time, then those decided lately; at most ${STAFF_LIST_MAX}`,
  output: z.array(Review),
});

export const assignReview = endpoint({
  method: 'PUT',
  path: '/api/admin/reviews/{id}/owner',
  access: 'admin',
  permission: 'reviews.decide',
  concerns: 'member_money',
  summary: 'Says that this admin works on the review, or no longer does',
  params: idParams,
  body: z.object({ taken: z.boolean() }),
  output: z.object({}),
  errors: ['review_decided', 'review_taken', 'approval_own'],
});

export const askMember = endpoint({
  method: 'POST',
  path: '/api/admin/reviews/{id}/question',
  access: 'admin',
  permission: 'reviews.decide',
  concerns: 'member_money',
  summary: 'Asks the member one question, answered on their screen',
  params: idParams,
  body: z.object({ text }),
  output: z.object({}),
  errors: ['review_decided', 'review_asked', 'approval_own'],
});

export const decideReview = endpoint({
  method: 'POST',
  path: '/api/admin/reviews/{id}/decision',
  access: 'admin',
  permission: 'reviews.decide',
  freshSignIn: true,
  concerns: 'member_money',
  summary:
    'Pays out, or gives the points back with a text that the member reads. Of two admins the first counts; nobody decides on a redemption of their own',
  params: idParams,
  body: z.object({ decision: z.enum(['pay', 'refund']), text: z.optional(text), owedPoints: seenOwedPoints }),
  output: z.object({}),
  errors: ['review_decided', 'approval_own', 'member_paused', 'member_suspended', 'member_owes'],
});

export const endRedemption = endpoint({
  method: 'POST',
  path: '/api/admin/redemptions/{id}/end',
  access: 'admin',
  permission: 'reviews.decide',
  freshSignIn: true,
  concerns: 'member_money',
  summary:
    'Ends an open redemption that is late, waits for its member, or whose member is paused or suspended: the points go back once nothing of it can be spent, and the member reads the text. Nobody ends one of their own',
  params: idParams,
  body: z.object({ text }),
  output: z.object({}),
  errors: ['redemption_not_stopped', 'fulfilment_decided', 'approval_own'],
});

export const answerReview = endpoint({
  method: 'POST',
  path: '/api/redemptions/{id}/review-answer',
  access: 'member',
  summary: 'Answers the question that staff asked about a redemption under review, once',
  params: idParams,
  body: z.object({ text }),
  output: z.object({}),
  errors: ['review_decided', 'review_not_asked', 'review_answered'],
});
