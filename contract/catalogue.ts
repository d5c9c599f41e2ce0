import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { STAFF_LIST_MAX } from './operations-values.ts';
import * as rules from './rules.ts';
import {
  FULFILMENT_TEXT_MAX_LENGTH,
  PAYOUT_PROVIDERS,
  PREMIUM_KINDS,
  REDEMPTION_REASONS,
  REDEMPTION_STATUSES,
  REDEMPTION_STOPS,
  REWARD_KINDS,
  REWARD_RANGES_USD,
  REWARD_STATUSES,
  STOCK_CSV_CHARACTERS_MAX,
  STOCK_PROBLEMS,
  VOUCHER_CODE_MAX_LENGTH,
  VOUCHER_PIN_MAX_LENGTH,
} from './values.ts';

/** What points can be turned into, the codes in stock, and the redemptions that wait for a person. */

const TITLE_MAX = 80;
const DESCRIPTION_MAX = 500;
/** A CSV of full length in JSON, whose quotes and line ends take two bytes each. */
const STOCK_BODY_BYTES_MAX = 4 * STOCK_CSV_CHARACTERS_MAX;
const text = (max: number) => z.string().trim().min(1, 'Required').max(max).check(rules.withoutNul);
const byId = z.object({ id: z.uuid() });
export const ProviderIds = z.array(z.enum(PAYOUT_PROVIDERS));
const AMOUNT_MAX_USD = Math.max(...Object.values(REWARD_RANGES_USD).map(([, most]) => most));

const Plan = z.object({
  title: text(TITLE_MAX),
  /** May be empty. */
  description: z.string().trim().max(DESCRIPTION_MAX).check(rules.withoutNul),
  /** Whole US cents, within REWARD_RANGES_USD of the kind. That of a prepaid card is its tier's. */
  amountUSD: z
    .int()
    .min(1)
    .max(AMOUNT_MAX_USD * 100),
  /** Null, for prepaid cards alone: the one that the setting PAYOUT_PROVIDER names. */
  provider: z.enum(PAYOUT_PROVIDERS).nullable(),
  /** The provider's names of what the member may choose from; Tremendous needs them, except for prepaid cards. */
  productIds: z.array(z.string().regex(/^[\w-]{1,64}$/, 'Invalid input')).max(50),
  /** Countries (ISO 3166-1 alpha-2) in which it can be used; empty for no limit. */
  regions: z.array(z.string().regex(/^[A-Z]{2}$/, 'Invalid input')).max(250),
  status: z.enum(REWARD_STATUSES),
});
export type RewardPlan = z.infer<typeof Plan>;

const StockCounts = z.object({
  free: z.int(),
  given: z.int(),
  void: z.int(),
  /** Never given, and past their date. */
  expired: z.int(),
});
export type StockCounts = z.infer<typeof StockCounts>;

export const PlannedReward = Plan.extend({
  id: z.uuid(),
  kind: z.enum(REWARD_KINDS),
  /** Unique. Of a prepaid card its tier. */
  key: z.string(),
  /** Always dollars x 100. */
  pricePoints: z.int(),
  /** Who serves it now. Null where that provider is not set up on this site: no member is offered it. */
  servedBy: z.enum(PAYOUT_PROVIDERS).nullable(),
  /** Codes of this reward, or null where it never had any and is not given from a stock. */
  stock: StockCounts.nullable(),
  /** Redemptions of it that are not decided yet, and of these the ones that wait for new codes. */
  open: z.int(),
  waitingForStock: z.int(),
  issued: z.int(),
  updatedAt: z.iso.datetime(),
});
export type PlannedReward = z.infer<typeof PlannedReward>;

export const plannedRewards = endpoint({
  method: 'GET',
  path: '/api/admin/rewards',
  access: 'admin',
  permission: 'site.read',
  summary: 'Every reward, drafts too, in the order of the list, and the providers that are set up',
  output: z.object({
    rewards: z.array(PlannedReward),
    /** Those that a reward may name. */
    providers: ProviderIds,
  }),
  errors: [],
});

export const createReward = endpoint({
  method: 'POST',
  path: '/api/admin/rewards',
  access: 'admin',
  permission: 'catalogue.edit',
  summary: 'Adds a premium reward at the end of the list',
  body: Plan.extend({
    kind: z.enum(PREMIUM_KINDS),
    key: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Invalid input'),
  }),
  output: PlannedReward,
  errors: ['reward_key_taken'],
});

export const changeReward = endpoint({
  method: 'PATCH',
  path: '/api/admin/rewards/{id}',
  access: 'admin',
  permission: 'catalogue.edit',
  summary:
    'Changes what is named; `{ "status": "paused" }` pauses. Kind and key stay, and so does what was redeemed. No reward is deleted: it ends',
  params: byId,
  body: Plan.partial(),
  output: PlannedReward,
  errors: ['reward_has_stock'],
});

export const orderRewards = endpoint({
  method: 'PUT',
  path: '/api/admin/rewards/order',
  access: 'admin',
  permission: 'catalogue.edit',
  summary: 'Puts the rewards into this order; it must name every one of them once',
  body: z.object({ ids: z.array(z.uuid()).max(1_000) }),
  output: z.object({}),
  errors: ['reward_list_changed'],
});

export const stockOfReward = endpoint({
  method: 'GET',
  path: '/api/admin/rewards/{id}/stock',
  access: 'admin',
  permission: 'site.read',
  summary: `How many codes a reward has, in all and by upload, newest first, at most ${STAFF_LIST_MAX}. Never the codes`,
  params: byId,
  output: z.object({
    counts: StockCounts,
    uploads: z.array(
      StockCounts.extend({
        id: z.uuid(),
        uploadedAt: z.iso.datetime(),
        /** Name of the admin. */
        uploadedBy: z.string(),
      }),
    ),
  }),
  errors: [],
});
export type StockOfReward = z.infer<typeof stockOfReward.output>;

export const uploadStock = endpoint({
  method: 'POST',
  path: '/api/admin/rewards/{id}/stock',
  access: 'admin',
  permission: 'catalogue.edit',
  freshSignIn: true,
  bodyBytesMax: STOCK_BODY_BYTES_MAX,
  summary:
    'Adds voucher codes: a line each, `code,pin,expires` with the last two optional (2027-01-31), with or without a first line of these names. Good lines are stored, bad ones listed; with `dryRun` nothing is stored',
  params: byId,
  body: z.object({
    csv: z.string().min(1, 'Required'),
    dryRun: z.boolean(),
  }),
  output: z.object({
    /** Codes that were stored, or would be. */
    accepted: z.int(),
    /** Of all lines, also those that the list leaves out. */
    problemCount: z.int(),
    /** The first 500, by line. Lines are counted from 1, the line of names too. */
    problems: z.array(z.object({ line: z.int(), problem: z.enum(STOCK_PROBLEMS) })),
    /** Redemptions that waited for codes and go on now. */
    woken: z.int(),
  }),
  errors: ['not_in_stock_mode', 'stock_too_large'],
});
export type StockUpload = z.infer<typeof uploadStock.output>;

export const voidStock = endpoint({
  method: 'POST',
  path: '/api/admin/rewards/{id}/stock/void',
  access: 'admin',
  permission: 'catalogue.edit',
  freshSignIn: true,
  summary: 'Makes unused codes of one upload, or all of the reward, unusable for good. Given ones stay',
  params: byId,
  body: z.object({ uploadId: z.uuid().nullable() }),
  output: z.object({ voided: z.int() }),
  errors: [],
});

export const Fulfilment = z.object({
  redemptionId: z.uuid(),
  userId: z.uuid(),
  /** Null once the member has left. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  reward: z.object({
    id: z.uuid(),
    kind: z.enum(REWARD_KINDS),
    title: z.string(),
    /** Whole US cents. */
    amountUSD: z.int(),
  }),
  pointsUsed: z.int(),
  status: z.enum(REDEMPTION_STATUSES),
  reason: z.enum(REDEMPTION_REASONS).nullable(),
  /** `person`: it is made by hand. `stock`: no code was left for it; new codes come to it by themselves. */
  waitsFor: z.enum(['person', 'stock']),
  createdAt: z.iso.datetime(),
  promisedBy: z.iso.datetime(),
  /** Set while nothing may be issued to the member: it can be refused, not fulfilled. */
  stop: z.enum(REDEMPTION_STOPS).nullable(),
  /** The admin who has it, until when; null when nobody does. */
  owner: z.object({ id: z.uuid(), name: z.string(), until: z.iso.datetime(), you: z.boolean() }).nullable(),
});
export type Fulfilment = z.infer<typeof Fulfilment>;

export const fulfilments = endpoint({
  method: 'GET',
  path: '/api/admin/fulfilments',
  access: 'admin',
  permission: 'payouts.work',
  summary: `Redemptions that wait for a person, the earliest promise first, at most ${STAFF_LIST_MAX}`,
  output: z.array(Fulfilment),
  errors: [],
});

export const claimFulfilment = endpoint({
  method: 'POST',
  path: '/api/admin/fulfilments/{id}/claim',
  access: 'admin',
  permission: 'payouts.work',
  freshSignIn: true,
  concerns: 'member_money',
  summary:
    'Takes a redemption for oneself for 15 minutes; again, it prolongs. Only its holder can fulfil or refuse it',
  params: byId,
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
  params: byId,
  output: Fulfilment,
  errors: ['fulfilment_claimed', 'fulfilment_decided', 'approval_own'],
});

const expiresOn = z.iso.date('Invalid input').nullable();

export const fulfilByHand = endpoint({
  method: 'POST',
  path: '/api/admin/fulfilments/{id}/fulfil',
  access: 'admin',
  permission: 'payouts.work',
  freshSignIn: true,
  concerns: 'member_money',
  summary: 'Gives the member a code or an https link. Nobody else can read it afterwards',
  params: byId,
  body: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('code'),
      code: text(VOUCHER_CODE_MAX_LENGTH),
      pin: text(VOUCHER_PIN_MAX_LENGTH).nullable(),
      /** The last day on which it can be used. */
      expiresOn,
    }),
    z.object({
      kind: z.literal('link'),
      link: z.url({ protocol: /^https$/, error: 'Invalid input' }).max(2_000),
      expiresOn,
    }),
  ]),
  output: z.object({}),
  errors: [
    'member_paused',
    'member_suspended',
    'fulfilment_claimed',
    'fulfilment_not_claimed',
    'fulfilment_decided',
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
  params: byId,
  body: z.object({ reason: text(FULFILMENT_TEXT_MAX_LENGTH) }),
  output: z.object({}),
  errors: ['fulfilment_claimed', 'fulfilment_not_claimed', 'fulfilment_decided', 'approval_own'],
});
