import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import {
  CARD_TIERS,
  PREMIUM_KINDS,
  REWARD_DESCRIPTION_MAX,
  REWARD_KINDS,
  REWARD_PICTURE_BASE64_MAX,
  REWARD_RANGES_USD,
  REWARD_STATUSES,
  REWARD_TITLE_MAX,
  STOCK_CSV_CHARACTERS_MAX,
  STOCK_PROBLEMS,
} from './rewards.values.ts';
import * as rules from './rules.ts';
import { idParams, moment, requiredText } from './shapes.ts';
import { STAFF_LIST_MAX } from './staff.values.ts';
import { Translations, translationCall } from './translations.ts';

/** Rewards, and the codes in stock. */

/** Size of a CSV of full length as JSON, which writes each quote and line end as two bytes. */
const STOCK_BODY_BYTES_MAX = 4 * STOCK_CSV_CHARACTERS_MAX;
/** Id of a payout provider; each site has its own set. */
const ProviderId = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, fault('invalid'));
const AMOUNT_MAX_USD = Math.max(...Object.values(REWARD_RANGES_USD).map(([, most]) => most));

const Plan = z.object({
  title: requiredText(REWARD_TITLE_MAX),
  description: z
    .string()
    .trim()
    .max(REWARD_DESCRIPTION_MAX)
    .check(rules.withoutNul)
    .describe('May be empty.'),
  amountUSD: z
    .int()
    .min(1)
    .max(AMOUNT_MAX_USD * 100)
    .describe(
      'Whole US cents, within REWARD_RANGES_USD of the kind. A prepaid card has the amount of its tier.',
    ),
  provider: ProviderId.nullable().describe(
    'Null, allowed only for prepaid cards, stands for the provider that PAYOUT_PROVIDER names.',
  ),
  productIds: z
    .array(z.string().regex(/^[\w-]{1,64}$/, fault('invalid')))
    .max(50)
    .describe(
      "The provider's ids of the products that the member can choose from; some need them, except for prepaid cards.",
    ),
  regions: z
    .array(z.string().regex(/^[A-Z]{2}$/, fault('invalid')))
    .max(250)
    .describe('Countries (ISO 3166-1 alpha-2) where the reward can be used; empty for no limit.'),
  status: z.enum(REWARD_STATUSES),
});
export type RewardPlan = z.infer<typeof Plan>;

/** Path at this site of the picture that staff gave a reward. */
export const RewardPicture = z
  .string()
  .nullable()
  .describe('Path of its picture at this site; null for the drawing of its kind.');

const StockCounts = z.object({
  free: z.int(),
  given: z.int(),
  void: z.int(),
  expired: z.int().describe('Codes that passed their last day unused.'),
});
export type StockCounts = z.infer<typeof StockCounts>;

export const PlannedReward = Plan.extend({
  id: z.uuid(),
  kind: z.enum(REWARD_KINDS),
  key: z.string().describe('Unique; the tier of a prepaid card.'),
  pricePoints: z.int().describe('Always dollars x 100.'),
  servedBy: ProviderId.nullable().describe(
    'The present provider. Null if it is not set up on this site; the reward is then not offered.',
  ),
  stock: StockCounts.nullable().describe(
    'Codes of this reward; null if it never had any and does not come from stock.',
  ),
  open: z
    .int()
    .describe(
      'Redemptions of the reward without a decision, and how many of them wait for new codes of its amount.',
    ),
  waitingForStock: z.int(),
  issued: z.int(),
  picture: RewardPicture,
  translations: Translations,
  updatedAt: moment,
});
export type PlannedReward = z.infer<typeof PlannedReward>;

export const plannedRewards = endpoint({
  method: 'GET',
  path: '/api/admin/rewards',
  access: 'admin',
  permission: 'site.read',
  versioned: true,
  summary: 'Every reward, drafts too, in the order of the list, and the providers that are set up',
  output: z.object({
    rewards: z.array(PlannedReward),
    providers: z.array(ProviderId).describe('Providers that a reward may name.'),
  }),
});

export const createReward = endpoint({
  method: 'POST',
  path: '/api/admin/rewards',
  access: 'admin',
  permission: 'catalogue.edit',
  summary: 'Adds a premium reward at the end of the list',
  body: Plan.extend({
    kind: z.enum(PREMIUM_KINDS),
    key: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, fault('invalid')),
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
  params: idParams,
  body: Plan.partial(),
  output: PlannedReward,
  errors: ['reward_has_stock'],
});

export const translateReward = endpoint({
  ...translationCall,
  path: '/api/admin/rewards/{id}/translations/{language}',
  summary: 'Replaces title and description of a reward in one language, each by its original text',
  output: PlannedReward,
});

export const changeRewardPicture = endpoint({
  method: 'PUT',
  path: '/api/admin/rewards/{id}/picture',
  access: 'admin',
  permission: 'catalogue.edit',
  bodyBytesMax: REWARD_PICTURE_BASE64_MAX + 1_000,
  summary:
    'Sets or removes the picture of a reward, which is drawn anew, without metadata, up to 256 by 192 pixels',
  params: idParams,
  body: z.object({
    picture: z
      .base64(fault('invalid'))
      .min(1, fault('required'))
      .max(REWARD_PICTURE_BASE64_MAX, fault('invalid'))
      .nullable()
      .describe('A PNG, JPEG or WebP of four million pixels at the most, in Base64; null for none.'),
  }),
  output: PlannedReward,
  errors: ['picture_unusable', 'pictures_unavailable'],
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
  params: idParams,
  output: z.object({
    counts: StockCounts,
    uploads: z.array(
      StockCounts.extend({
        id: z.uuid(),
        uploadedAt: moment,
        uploadedBy: z.string().describe('Name of the admin.'),
      }),
    ),
  }),
});
export type StockOfReward = z.infer<typeof stockOfReward.output>;

export const uploadStock = endpoint({
  method: 'POST',
  path: '/api/admin/rewards/{id}/stock',
  access: 'admin',
  permission: 'catalogue.edit',
  freshSignIn: true,
  limit: 'stock_user',
  bodyBytesMax: STOCK_BODY_BYTES_MAX,
  summary:
    'Adds voucher codes: a line each, `code,pin,expires` with the last two optional (2027-01-31), with or without a first line of these names. Good lines are stored, bad ones listed; with `dryRun` nothing is stored',
  params: idParams,
  body: z.object({
    amountUSD: z.int().describe('What one code is worth, in whole US cents.'),
    csv: z.string().min(1, fault('required')),
    dryRun: z.boolean(),
  }),
  output: z.object({
    uploadId: z.uuid().nullable().describe('Null if nothing was stored.'),
    accepted: z.int().describe('Codes that were stored, or would be.'),
    problemCount: z.int().describe('Counts all bad lines, also those that the list omits.'),
    problems: z
      .array(z.object({ line: z.int(), problem: z.enum(STOCK_PROBLEMS) }))
      .describe('The first 500, by line. Lines are counted from 1, including the header.'),
    woken: z.int().describe('Redemptions that waited for codes and continue now.'),
  }),
  errors: ['not_in_stock_mode', 'amount_changed', 'stock_too_large'],
});
export type StockUpload = z.infer<typeof uploadStock.output>;

export const voidStock = endpoint({
  method: 'POST',
  path: '/api/admin/rewards/{id}/stock/void',
  access: 'admin',
  permission: 'catalogue.edit',
  freshSignIn: true,
  summary:
    'Makes free codes of one upload, or all of the reward, void, until they are uploaded again. Given ones stay',
  params: idParams,
  body: z.object({
    uploadId: z.uuid().nullable(),
    until: moment.optional().describe('Later uploads stay as they are.'),
  }),
  output: z.object({ voided: z.int() }),
});

const RewardOffer = z.object({
  id: z.uuid(),
  kind: z.enum(REWARD_KINDS),
  title: z
    .string()
    .describe(
      "In the member's language where it is translated, else as it was written; so is the description.",
    ),
  description: z.string(),
  cardTier: z.enum(CARD_TIERS).nullable().describe('The tier of a prepaid card, else null.'),
  amountUSD: z.int().describe('Whole US cents.'),
  pricePoints: z.int(),
  terms: z
    .string()
    .describe(
      'A digest of what is redeemed: kind, title and description as they were written, amount, products, provider and countries.',
    ),
  picture: RewardPicture,
  delivery: z
    .enum(['at_once', 'within_promise'])
    .describe('`at_once` if it comes in seconds, else within REDEMPTION_PROMISE_HOURS.'),
  needsDetails: z
    .boolean()
    .describe(
      'It is made only once the member has a billing address and a name that its issuer takes; until then it waits as `details_needed`.',
    ),
  test: z.boolean().describe('The reward buys nothing.'),
  regions: z.array(z.string()).describe('Countries where the reward can be used; empty for no limit.'),
  unavailable: z
    .enum([
      'not_in_region',
      'out_of_stock',
      'below_threshold',
      'first_redemption_tier',
      'insufficient_points',
    ])
    .nullable()
    .describe('Why the member cannot have it now, or null.'),
  missingPoints: z.int().describe('Points still to be earned; 0 if the reason is not a lack of points.'),
});
export type RewardOffer = z.infer<typeof RewardOffer>;

export const rewards = endpoint({
  method: 'GET',
  path: '/api/rewards',
  access: 'member',
  versioned: true,
  summary: 'What this member can turn points into, in the order of the list, with prices and what is missing',
  output: z.object({
    thresholdPoints: z.int(),
    firstRedemption: z.boolean(),
    delivery: z
      .enum(['at_once', 'within_promise'])
      .describe('`at_once` if every prepaid card comes in seconds.'),
    test: z.boolean().describe('Some of the prepaid cards buy nothing.'),
    offers: z.array(RewardOffer),
  }),
});
export type Rewards = z.infer<typeof rewards.output>;
