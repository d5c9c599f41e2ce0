import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import { FULFILMENT_TEXT_MAX_LENGTH } from './fulfilments.values.ts';
import { RedemptionReason } from './redemptions.ts';
import { REDEMPTION_STATUSES, REDEMPTION_STOPS } from './redemptions.values.ts';
import { REWARD_KINDS, VOUCHER_CODE_MAX_LENGTH, VOUCHER_PIN_MAX_LENGTH } from './rewards.values.ts';
import { idParams, moment, owedPoints, requiredText, seenOwedPoints } from './shapes.ts';
import { STAFF_LIST_MAX } from './staff.values.ts';

export const Fulfilment = z.object({
  redemptionId: z.uuid(),
  userId: z.uuid(),
  name: z.string().nullable().describe('Null once the member has left.'),
  email: z.string().nullable(),
  reward: z.object({
    id: z.uuid(),
    kind: z.enum(REWARD_KINDS),
    title: z.string(),
    amountUSD: z.int().describe('Whole US cents.'),
  }),
  pointsUsed: z.int(),
  owedPoints,
  status: z.enum(REDEMPTION_STATUSES),
  reason: RedemptionReason.nullable(),
  waitsFor: z
    .enum(['person', 'stock'])
    .describe(
      '`person`: made by hand, also where no code was left and the reward has another amount since, or no longer comes from a stock. `stock`: no code was left; it gets a new code as soon as one is uploaded.',
    ),
  createdAt: moment,
  promisedBy: moment,
  stop: z
    .enum(REDEMPTION_STOPS)
    .nullable()
    .describe(
      'Set while nothing may be issued to the member: the redemption can then be refused, but not fulfilled.',
    ),
  owner: z
    .object({ id: z.uuid(), name: z.string(), until: moment, you: z.boolean() })
    .nullable()
    .describe('The admin to whom it is assigned, and until when; null if it is not assigned.'),
});
export type Fulfilment = z.infer<typeof Fulfilment>;

export const fulfilments = endpoint({
  method: 'GET',
  path: '/api/admin/fulfilments',
  access: 'admin',
  permission: 'payouts.work',
  versioned: true,
  summary: `Redemptions that wait for a person, the earliest promise first, at most ${STAFF_LIST_MAX}`,
  output: z.array(Fulfilment),
});

export const assignFulfilment = endpoint({
  method: 'POST',
  path: '/api/admin/fulfilments/{id}/claim',
  access: 'admin',
  permission: 'payouts.work',
  freshSignIn: true,
  concerns: 'member_money',
  summary:
    'Takes a redemption for oneself for 15 minutes; again, it prolongs. Only its holder can fulfil or refuse it',
  params: idParams,
  output: Fulfilment,
  errors: ['fulfilment_claimed', 'fulfilment_decided', 'approval_own'],
});

export const releaseFulfilment = endpoint({
  method: 'POST',
  path: '/api/admin/fulfilments/{id}/release',
  access: 'admin',
  permission: 'payouts.work',
  freshSignIn: true,
  concerns: 'member_money',
  summary: 'Gives a claimed redemption back to the queue',
  params: idParams,
  output: Fulfilment,
  errors: ['fulfilment_claimed', 'fulfilment_decided', 'approval_own'],
});

const expiresOn = z.iso
  .date(fault('invalid'))
  .nullable()
  .describe('The last day on which the reward can be used.');

export const fulfilByHand = endpoint({
  method: 'POST',
  path: '/api/admin/fulfilments/{id}/fulfil',
  access: 'admin',
  permission: 'payouts.work',
  freshSignIn: true,
  concerns: 'member_money',
  summary: 'Gives the member a code or an https link. Nobody else can read it afterwards',
  params: idParams,
  body: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('code'),
      code: requiredText(VOUCHER_CODE_MAX_LENGTH),
      pin: requiredText(VOUCHER_PIN_MAX_LENGTH).nullable(),
      expiresOn,
      owedPoints: seenOwedPoints,
    }),
    z.object({
      kind: z.literal('link'),
      link: z.url({ protocol: /^https$/, error: fault('invalid') }).max(2_000),
      expiresOn,
      owedPoints: seenOwedPoints,
    }),
  ]),
  output: z.object({}),
  errors: [
    'member_paused',
    'member_suspended',
    'member_owes',
    'fulfilment_claimed',
    'fulfilment_not_claimed',
    'fulfilment_decided',
    'code_known',
    'approval_own',
  ],
});

export const refuseFulfilment = endpoint({
  method: 'POST',
  path: '/api/admin/fulfilments/{id}/refuse',
  access: 'admin',
  permission: 'payouts.work',
  freshSignIn: true,
  concerns: 'member_money',
  summary: 'Gives the points back; the member reads the reason',
  params: idParams,
  body: z.object({ reason: requiredText(FULFILMENT_TEXT_MAX_LENGTH) }),
  output: z.object({}),
  errors: ['fulfilment_claimed', 'fulfilment_not_claimed', 'fulfilment_decided', 'approval_own'],
});
