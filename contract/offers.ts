import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { FEED_DEVICES } from './feeds.values.ts';
import {
  FAVOURITES_MAX,
  GOAL_REASONS,
  GOAL_STATES,
  OFFER_CALL_KINDS,
  OFFER_CATEGORIES,
  OFFER_ORDERS,
  OFFER_PAGE,
  STARTED_PAGE,
} from './offers.values.ts';
import * as rules from './rules.ts';
import { moment, nextOf, pagesOf, searchWord } from './shapes.ts';

/** Offers of the walls' catalogues, for members: what is there, starting one, and how far one is. */

/** Of a place, whose ids may be of characters with three bytes. */
const AFTER_LENGTH_MAX = 1_200;
const device = z.enum(FEED_DEVICES).describe('Where the browser knows better than its user agent says.');
const yes = z.literal('true').optional();
const wallId = z.string().max(40).check(rules.withoutNul);

const OfferGoal = z.object({
  /** Empty for the one step of an offer without goals. */
  goalId: z.string(),
  name: z.string(),
  points: z.int().nullable().describe('Whole points that it pays; null: no fixed amount.'),
  paid: z.boolean().describe('False: it counts as a step and pays nothing.'),
  purchase: z.boolean(),
  repeatable: z.boolean(),
  deadlineSeconds: z.int().nullable().describe('From the click; null where the company does not say.'),
});

export const OfferRow = z.object({
  id: z.string().describe('The wall and its id of the offer: `wall/offer`.'),
  wall: z.string(),
  offerId: z.string(),
  title: z.string(),
  source: z.string().describe('The title of the wall.'),
  categories: z.array(z.enum(OFFER_CATEGORIES)),
  devices: z.array(z.enum(FEED_DEVICES)).nullable().describe('Null: all.'),
  totalPoints: z.int().nullable().describe('Sum of the steps; null where one has no fixed amount.'),
  steps: z.int(),
  purchase: z.boolean().describe('The company says that it asks for money.'),
  endsAt: moment.nullable().describe('Until when it can be started; null where the company does not say.'),
  firstSeenAt: moment,
  featured: z.boolean().describe('It stands in front where the order is by points.'),
  favourite: z.boolean().describe('The member keeps it for later.'),
  picture: z
    .string()
    .nullable()
    .describe('Path of a square picture at this site, which anyone may load; null while there is none.'),
  place: z.string().describe('Where it stands in this list. The next page goes on behind it, as `after`.'),
});
export type OfferRow = z.infer<typeof OfferRow>;

export const Offer = OfferRow.omit({ place: true }).extend({
  description: z.string(),
  requirements: z.array(z.string()),
  disclaimer: z.string().nullable(),
  thingsToKnow: z.string().nullable(),
  confirmation: z
    .string()
    .nullable()
    .describe('When the company says that a reward comes, and how long it is pending there, in its words.'),
  deadlineSeconds: z
    .int()
    .nullable()
    .optional()
    .describe('The time that the company gives for all of it, from the start; null where it names none.'),
  support: z
    .url({ protocol: /^https$/ })
    .nullable()
    .optional()
    .describe('Where the company helps with it.'),
  states: z
    .array(z.string())
    .optional()
    .describe(
      "The only parts of the member's country where it can be done, in the company's words; empty: all.",
    ),
  systems: z
    .array(z.object({ name: z.string(), min: z.string().nullable(), max: z.string().nullable() }))
    .optional()
    .describe("Systems with their first and last version for it, in the company's words; null: no bound."),
  goals: z.array(OfferGoal),
  startedAt: moment.nullable().describe('When the member last started it; null: not yet.'),
  holdDays: z.int().describe('For so many days the points of a step are pending before they count.'),
  promise: z.string().describe('A digest of what it promises: title and steps. A start takes it as `seen`.'),
  changed: z
    .boolean()
    .describe('The member has started it and can still be credited, and it promised something else then.'),
});
export type Offer = z.infer<typeof Offer>;

export const offers = endpoint({
  method: 'GET',
  path: '/api/offers',
  access: 'member',
  versioned: true,
  summary: `Offers that the member can do in their country, ${OFFER_PAGE} at a time`,
  query: z.object({
    search: searchWord.optional().describe('Part of a title, or of that of the wall.'),
    order: z.enum(OFFER_ORDERS).default('points'),
    device: z.enum(FEED_DEVICES).optional().describe('Those that can be done with it.'),
    deviceFirst: z
      .enum(FEED_DEVICES)
      .optional()
      .describe('Those that can be done with it stand before all others, in the same order.'),
    category: z.enum(OFFER_CATEGORIES).optional(),
    wall: wallId.optional().describe('Those of this wall.'),
    noPurchase: yes.describe('Those of which the company says that they ask for no money.'),
    singleStep: yes.describe('Those with one step.'),
    favourites: yes.describe("The member's favourites."),
    after: z
      .string()
      .max(AFTER_LENGTH_MAX)
      .check(rules.withoutNul)
      .optional()
      .describe(
        '`place` of the last offer of the page before. Its id does as well, but skips offers where that one has moved meanwhile.',
      ),
  }),
  output: z.array(OfferRow),
  pages: (rows) =>
    nextOf(
      'after',
      rows.map(({ place }) => ({ id: place })),
      OFFER_PAGE,
    ),
});

const offerParams = z.object({
  wall: wallId,
  offer: z.string().min(1).max(200).check(rules.withoutNul).describe("The wall's id of the offer."),
});

export const offer = endpoint({
  method: 'GET',
  path: '/api/offers/{wall}/{offer}',
  access: 'member',
  versioned: true,
  summary: 'One offer that the member can do, with its steps',
  params: offerParams,
  output: Offer,
  errors: ['wall_unavailable'],
});

export const addFavourite = endpoint({
  method: 'PUT',
  path: '/api/offers/{wall}/{offer}/favourite',
  access: 'member',
  summary: `Makes an offer a favourite, of which a member has ${FAVOURITES_MAX} at most`,
  params: offerParams,
  output: z.object({}),
  errors: ['too_many_favourites'],
});

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/api/offers/{wall}/{offer}/favourite',
  access: 'member',
  summary: 'Makes an offer no favourite any more',
  params: offerParams,
  output: z.object({}),
});

export const startOffer = endpoint({
  method: 'POST',
  path: '/api/offers/{wall}/{offer}/start',
  access: 'member',
  limit: 'offer_start_user',
  summary:
    "Starts an offer, or takes it up again: keeps what it promises now, and answers the company's address for this member",
  params: offerParams,
  body: z.object({
    device: device.optional(),
    seen: z
      .string()
      .max(100)
      .optional()
      .describe(
        'The `promise` of the offer that the member saw. If it is another one now, nothing is started.',
      ),
  }),
  output: z.object({
    clickId: z.uuid(),
    url: z.url({ protocol: /^https$/ }).describe("At the company, over https. It is the member's own."),
    startedAt: moment,
    expiresAt: moment.nullable().describe('When the last step can no longer be reached, if that is known.'),
  }),
  errors: ['suspended', 'wall_unavailable', 'offer_changed'],
});

const PaidLess = z.object({ promised: z.int(), paid: z.int() });

export const StartedGoal = z.object({
  goalId: z.string(),
  name: z.string(),
  promised: z.int().nullable().describe('Null: no fixed amount, or a step that was not promised.'),
  repeatable: z.boolean().optional().describe('It can be done more than once.'),
  deadline: moment
    .nullable()
    .optional()
    .describe('When it can no longer be reached, whatever its state; null where the company does not say.'),
  state: z.enum(GOAL_STATES),
  reason: z.enum(GOAL_REASONS),
  at: moment.nullable().describe('Since when it is so.'),
  until: moment
    .nullable()
    .describe('Of a pending step: when its points count. Of a started one: its deadline.'),
  paid: z.int().describe('Points that it brought, without those taken back or pending.'),
  paidLess: PaidLess.nullable(),
});
export type StartedGoal = z.infer<typeof StartedGoal>;

export const StartedOffer = z.object({
  id: z.uuid().describe('Of the click.'),
  wall: z.string(),
  offerId: z.string(),
  title: z.string(),
  source: z.string(),
  startedAt: moment,
  expiresAt: moment.nullable(),
  picture: z.string().nullable().describe('Path of its picture at this site, while it is in the catalogue.'),
  support: z
    .url({ protocol: /^https$/ })
    .nullable()
    .describe('Where the company helps with the offer, while it is in the catalogue.'),
  promisedPoints: z.int().nullable().describe('As it was at the start.'),
  paidPoints: z.int(),
  paidLess: PaidLess.nullable().describe('Sums of the steps that paid less than promised.'),
  goals: z.array(StartedGoal),
});
export type StartedOffer = z.infer<typeof StartedOffer>;

export const startedOffers = endpoint({
  method: 'GET',
  path: '/api/offers/started',
  access: 'member',
  versioned: true,
  summary: `The offers that the member has started and how far each step is, newest first, ${STARTED_PAGE} at a time`,
  query: z.object({ before: z.uuid().optional().describe('Id of the last one of the page before.') }),
  output: z.array(StartedOffer),
  pages: pagesOf(STARTED_PAGE),
});

/** A proven call about an offer that a member has started, for staff. */
export const OfferCall = z.object({
  at: moment,
  kind: z.enum(OFFER_CALL_KINDS).describe('What the call did, or told of.'),
  goalId: z.string().nullable(),
  transactionId: z.string().nullable(),
  points: z.int().nullable(),
  raw: z.string().nullable().describe('Secrets redacted; null where it is not kept.'),
});
export type OfferCall = z.infer<typeof OfferCall>;
