import { z } from 'zod';
import { COUNTRIES } from './countries.ts';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import {
  FRESH_REDEMPTION_USD,
  REDEMPTION_REASONS,
  REDEMPTION_STATUSES,
  REDEMPTION_STOPS,
  REDEMPTIONS_LISTED_MAX,
  REVEALS,
} from './redemptions.values.ts';
import { RewardPicture } from './rewards.ts';
import { CARD_TIERS, REWARD_KINDS } from './rewards.values.ts';
import * as rules from './rules.ts';
import { idParams, moment } from './shapes.ts';

/** The pass of an issued reward: a file for Apple Wallet, or a redirection to Google Wallet. */
export const APPLE_PASS_PATH = '/api/redemptions/:id/pass.pkpass';
export const GOOGLE_PASS_PATH = '/api/redemptions/:id/google-pass';

export const RedemptionReason = z.enum(REDEMPTION_REASONS);

export const Redemption = z.object({
  id: z.uuid(),
  rewardId: z.uuid(),
  kind: z.enum(REWARD_KINDS),
  title: z.string().describe("The reward's name when it was chosen, in the site's own language."),
  picture: RewardPicture,
  cardTier: z.enum(CARD_TIERS).nullable().describe('The tier of a prepaid card, else null.'),
  amountUSD: z.int().describe('Whole US cents.'),
  pointsUsed: z.int(),
  status: z.enum(REDEMPTION_STATUSES),
  reason: RedemptionReason.nullable().describe(
    'Set if it failed, is in review, was reversed, or waits for details (`details_needed`: the billing address).',
  ),
  message: z
    .string()
    .nullable()
    .describe('Text from staff to the member, for `staff_refused` and `review_returned`.'),
  stop: z
    .enum(REDEMPTION_STOPS)
    .nullable()
    .describe(
      'Set while nothing may be issued to the member; an open redemption then continues by itself afterwards.',
    ),
  promisedBy: moment
    .nullable()
    .describe(
      'The promised time of an outcome; null once there is one, once the redemption is ended, and while it is stopped or waits for details.',
    ),
  createdAt: moment,
  issuedAt: moment.nullable(),
  expiresAt: moment.nullable(),
  reveal: z
    .enum(REVEALS)
    .nullable()
    .describe('How the reward is shown to its owner; null until it is issued.'),
  test: z.boolean().describe('True for cards of the sandbox issuer, which buy nothing.'),
  appleWalletUrl: z
    .string()
    .nullable()
    .describe("Addresses of the reward's passes while it is issued; null if the site has no such passes."),
  googleWalletUrl: z.string().nullable(),
  award: z
    .object({ reason: z.string() })
    .nullable()
    .describe('Set for an award, which took no points: the text to the member.'),
  review: z
    .object({ dueAt: moment, question: z.string().nullable(), answer: z.string().nullable() })
    .nullable()
    .describe(
      "Set during a review (reason `risk_review`): its end, the question of staff, the member's answer.",
    ),
});
export type Redemption = z.infer<typeof Redemption>;

export const redemptions = endpoint({
  method: 'GET',
  path: '/api/redemptions',
  access: 'member',
  versioned: true,
  summary: `The member's redemptions, newest first, at most ${REDEMPTIONS_LISTED_MAX}`,
  output: z.array(Redemption),
});

export const redeem = endpoint({
  method: 'POST',
  path: '/api/redemptions',
  access: 'member',
  freshSignIn: { when: `from $${FRESH_REDEMPTION_USD}` },
  summary:
    'Turns points into a reward, named by its id or, for a prepaid card, by its tier. The request id (in the body or as Idempotency-Key) makes repeats harmless: the same id is the same redemption',
  body: z
    .object({
      requestId: z.optional(rules.requestId),
      rewardId: z.uuid().optional(),
      cardTier: z.enum(CARD_TIERS).optional(),
      pricePoints: z
        .int()
        .positive()
        .optional()
        .describe('The price that the member saw. If it has changed, nothing is redeemed.'),
      terms: z
        .string()
        .max(100)
        .optional()
        .describe('The `terms` of the offer that the member saw. If they have changed, nothing is redeemed.'),
    })
    .refine(({ rewardId, cardTier }) => (rewardId === undefined) !== (cardTier === undefined), {
      path: ['rewardId'],
      error: fault('invalid'),
    }),
  output: Redemption,
  errors: [
    'request_id_required',
    'request_id_reused',
    'captcha_required',
    'below_threshold',
    'first_redemption_tier',
    'insufficient_points',
    'out_of_stock',
    'not_in_region',
    'reward_unavailable',
    'price_changed',
    'reward_changed',
    'suspended',
    'paused',
    'too_many_requests',
  ],
});

export const endOwnRedemption = endpoint({
  method: 'POST',
  path: '/api/redemptions/{id}/end',
  access: 'member',
  summary:
    'Gives up a redemption that waits for details (`details_needed`): its points go back at once. Others are left as they are',
  params: idParams,
  output: z.object({
    ended: z
      .boolean()
      .describe(
        'False: it does not wait for details, or a reward may have been made for it. Then nothing more is asked for, and the points go back once a look finds none.',
      ),
  }),
});

export const revealCard = endpoint({
  method: 'GET',
  path: '/api/redemptions/{id}/card',
  access: 'member',
  limit: 'reveal_user',
  summary: 'What the owner needs to spend an issued card',
  params: idParams,
  output: z.object({
    label: z.string().describe('A group of its own, so that a test card can never be mistaken for money.'),
    number: z.string(),
    expires: z.string(),
    securityCode: z.string(),
  }),
});

export const rewardLink = endpoint({
  method: 'GET',
  path: '/api/redemptions/{id}/link',
  access: 'member',
  limit: 'reveal_user',
  summary:
    'The address at which the owner takes an issued reward; an issuer that can makes a fresh one each time, so that a lost link is made again by asking again. Whoever has it can take it',
  params: idParams,
  output: z.object({
    link: z.url({ protocol: /^https?$/ }),
    stays: z.boolean().describe('A person entered it: it is the same each time.'),
  }),
});

export const rewardCode = endpoint({
  method: 'GET',
  path: '/api/redemptions/{id}/code',
  access: 'member',
  limit: 'reveal_user',
  summary:
    "An issued voucher's code, for its owner alone. It stays the same: no other is given instead of it",
  params: idParams,
  output: z.object({
    code: z.string(),
    pin: z.string().nullable(),
    expiresAt: moment.nullable(),
  }),
});

export const cardFrame = endpoint({
  method: 'GET',
  path: '/api/redemptions/{id}/frame',
  access: 'member',
  limit: 'reveal_user',
  summary: "What the owner's browser needs to ask the issuer for the frame that shows the card's numbers",
  params: idParams,
  output: z.object({ cardId: z.string(), publishableKey: z.string(), apiVersion: z.string() }),
});

export const cardFrameKey = endpoint({
  method: 'POST',
  path: '/api/redemptions/{id}/frame/keys',
  access: 'member',
  limit: 'reveal_user',
  summary: "A short-lived key of the card's frame, for a nonce that the issuer gave the browser",
  params: idParams,
  body: z.object({ nonce: z.string().min(1).max(500) }),
  output: z.object({ ephemeralKey: z.string() }),
});

export const BillingAddress = z.object(rules.billingAddress.shape);
export type BillingAddress = z.infer<typeof BillingAddress>;

export const billingAddress = endpoint({
  method: 'GET',
  path: '/api/user/billing-address',
  access: 'member',
  summary: 'The address that card issuers ask for, or null where the member gave none',
  output: z.object({ address: BillingAddress.nullable() }),
});

export const saveBillingAddress = endpoint({
  method: 'PUT',
  path: '/api/user/billing-address',
  access: 'member',
  summary:
    'Keeps the address. Redemptions that wait for it go on at once, or are reviewed first; with an address where one of them cannot be used it is refused',
  body: BillingAddress.extend({
    country: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, fault('invalid'))
      .refine((code) => COUNTRIES.has(code), fault('invalid'))
      .describe('ISO 3166-1 alpha-2: GB, not UK.'),
  }),
  output: z.object({ address: BillingAddress }),
  errors: ['not_in_region'],
});
