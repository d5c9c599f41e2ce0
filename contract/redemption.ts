import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as rules from './rules.ts';
import { CAPTCHA_ACTIONS, CARD_TIERS, REDEMPTION_REASONS, REDEMPTION_STATUSES, REVEALS } from './values.ts';

export const Redemption = z.object({
  id: z.uuid(),
  cardTier: z.enum(CARD_TIERS),
  /** Whole US cents. */
  amountUSD: z.int(),
  pointsUsed: z.int(),
  status: z.enum(REDEMPTION_STATUSES),
  /** Set when it failed, is in review, or waits for details of its member (`details_needed`: the billing address). */
  reason: z.enum(REDEMPTION_REASONS).nullable(),
  /** The latest time by which we promise an outcome; null once there is one. */
  promisedBy: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  issuedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  /** How its owner gets to see it; null until it is issued. */
  reveal: z.enum(REVEALS).nullable(),
  /** True for cards of the sandbox issuer: they buy nothing. */
  test: z.boolean(),
});
export type Redemption = z.infer<typeof Redemption>;

export const redemptions = endpoint({
  method: 'GET',
  path: '/api/redemptions',
  access: 'member',
  summary: "The member's redemptions, newest first, at most 500",
  output: z.array(Redemption),
  errors: [],
});

export const redeem = endpoint({
  method: 'POST',
  path: '/api/redemptions',
  access: 'member',
  summary:
    'Turns points into a card. The request id (in the body or as Idempotency-Key) makes repeats harmless: the same id is the same redemption',
  body: z.object({ requestId: z.optional(rules.requestId), cardTier: z.enum(CARD_TIERS) }),
  output: Redemption,
  errors: [
    'reauthentication_required',
    'request_id_required',
    'request_id_reused',
    'captcha_required',
    'below_threshold',
    'first_redemption_tier',
    'insufficient_points',
    'suspended',
    'paused',
    'too_many_requests',
  ],
});

const RewardOffer = z.object({
  cardTier: z.enum(CARD_TIERS),
  /** Whole US cents. */
  amountUSD: z.int(),
  pricePoints: z.int(),
  /** Why the member cannot have it now, or null. */
  unavailable: z.enum(['below_threshold', 'first_redemption_tier', 'insufficient_points']).nullable(),
  missingPoints: z.int(),
});

export const rewards = endpoint({
  method: 'GET',
  path: '/api/rewards',
  access: 'member',
  summary: 'What this member can turn points into, with prices and what is missing',
  output: z.object({
    thresholdPoints: z.int(),
    firstRedemption: z.boolean(),
    /** `at_once` where the issuer answers in seconds, else within REDEMPTION_PROMISE_HOURS. */
    delivery: z.enum(['at_once', 'within_promise']),
    test: z.boolean(),
    offers: z.array(RewardOffer),
  }),
  errors: [],
});
export type Rewards = z.infer<typeof rewards.output>;

export const revealCard = endpoint({
  method: 'GET',
  path: '/api/redemptions/{id}/card',
  access: 'member',
  summary: 'What the owner needs to spend an issued card',
  params: z.object({ id: z.uuid() }),
  output: z.object({
    /** Set apart so that a test card can never be mistaken for money. */
    label: z.string(),
    number: z.string(),
    expires: z.string(),
    securityCode: z.string(),
  }),
  errors: [],
});

export const rewardLink = endpoint({
  method: 'GET',
  path: '/api/redemptions/{id}/link',
  access: 'member',
  summary:
    'A fresh address of the issuer at which the owner takes an issued reward. Whoever has it can take it',
  params: z.object({ id: z.uuid() }),
  output: z.object({ link: z.url({ protocol: /^https?$/ }) }),
  errors: [],
});

export const cardFrame = endpoint({
  method: 'GET',
  path: '/api/redemptions/{id}/frame',
  access: 'member',
  summary: "What the owner's browser needs to ask the issuer for the frame that shows the card's numbers",
  params: z.object({ id: z.uuid() }),
  output: z.object({ cardId: z.string(), publishableKey: z.string(), apiVersion: z.string() }),
  errors: [],
});

export const cardFrameKey = endpoint({
  method: 'POST',
  path: '/api/redemptions/{id}/frame/keys',
  access: 'member',
  summary: "A short-lived key of the card's frame, for a nonce that the issuer gave the browser",
  params: z.object({ id: z.uuid() }),
  body: z.object({ nonce: z.string().min(1).max(500) }),
  output: z.object({ ephemeralKey: z.string() }),
  errors: [],
});

export const BillingAddress = z.object(rules.billingAddress.shape);
export type BillingAddress = z.infer<typeof BillingAddress>;

export const billingAddress = endpoint({
  method: 'GET',
  path: '/api/user/billing-address',
  access: 'member',
  summary: 'The address that card issuers ask for, or null where the member gave none',
  output: z.object({ address: BillingAddress.nullable() }),
  errors: [],
});

export const saveBillingAddress = endpoint({
  method: 'PUT',
  path: '/api/user/billing-address',
  access: 'member',
  summary: 'Keeps the address. Redemptions that wait for it go on at once',
  body: BillingAddress,
  output: z.object({ address: BillingAddress }),
  errors: [],
});

export const captchaChallenge = endpoint({
  method: 'GET',
  path: '/api/captcha/challenge',
  access: 'member',
  summary: 'A proof-of-work challenge for one action of this member',
  query: z.object({ action: z.enum(CAPTCHA_ACTIONS).default('redemption') }),
  output: z.record(z.string(), z.unknown()),
  errors: ['too_many_requests'],
});

export const verifyCaptcha = endpoint({
  method: 'POST',
  path: '/api/verify-captcha',
  access: 'member',
  summary: 'Exchanges a solved captcha for one use of its action within two minutes',
  body: z.object({ token: z.string().min(1).max(10_000) }),
  output: z.object({ verified: z.literal(true) }),
  errors: [
    'captcha_required',
    'captcha_invalid',
    'captcha_expired',
    'captcha_duplicate',
    'captcha_unavailable',
    'too_many_requests',
  ],
});
