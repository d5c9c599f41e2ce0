import { z } from 'zod';
import { STANDINGS } from './approvals.ts';
import { MONEY_TEXT_MAX_LENGTH } from './approvals.values.ts';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import { CARD_TIER_USD, CARD_TIERS } from './rewards.values.ts';
import * as rules from './rules.ts';
import { moment, requiredText } from './shapes.ts';
import { STAFF_LIST_MAX } from './staff.values.ts';

export const giveAward = endpoint({
  method: 'POST',
  path: '/api/admin/gift-cash/{userId}',
  access: 'admin',
  permission: 'payouts.work',
  freshSignIn: true,
  concerns: 'member_money',
  summary:
    'Gives a member a prepaid card. amountUSD is whole dollars here and must be those of the tier. Without a reason the member reads none beside the card. The request id (in the body or as Idempotency-Key) makes repeats harmless; without one, the same award to the same member within 10 minutes is a repeat. Large amounts, and more than one admin may move within a day, wait for a second one',
  params: z.object({ userId: z.uuid() }),
  body: z
    .object({
      cardTier: z.enum(CARD_TIERS),
      amountUSD: z.int().describe('Whole dollars, as the tiers count them.'),
      reason: z.optional(requiredText(MONEY_TEXT_MAX_LENGTH)).describe('Shown to the member as it stands.'),
      requestId: z.optional(rules.requestId),
    })
    .refine(({ cardTier, amountUSD }) => CARD_TIER_USD[cardTier] === amountUSD, {
      path: ['amountUSD'],
      message: fault('invalid'),
    }),
  output: z.object({ id: z.uuid(), standing: z.enum(STANDINGS) }),
  errors: [
    'request_id_reused',
    'member_suspended',
    'member_paused',
    'award_unavailable',
    'approval_own',
    'person_required',
  ],
});

export const Award = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  cardTier: z.enum(CARD_TIERS),
  amountUSD: z.int().describe('Whole US cents.'),
  status: z
    .string()
    .describe(
      '`awaiting_approval`, `declined`, `expired` if it was not approved in time, or the state of the card.',
    ),
  cause: z
    .enum(['staff_refused', 'member_left', 'not_approved'])
    .nullable()
    .describe('Why it is `failed` or `expired`; null if its issuer refused it or its last day is over.'),
  reason: z.string().nullable(),
  givenBy: z.string().nullable().describe('Name of the admin.'),
  createdAt: moment,
});
export type Award = z.infer<typeof Award>;

export const awards = endpoint({
  method: 'GET',
  path: '/api/admin/awards',
  access: 'admin',
  permission: 'payouts.work',
  summary: `What admins gave, newest first, at most ${STAFF_LIST_MAX}`,
  output: z.array(Award),
});
