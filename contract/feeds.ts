import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  CATEGORY_WORDS_MAX,
  FEED_DEVICES,
  FEED_FAULTS,
  FEED_PAGE,
  FEED_STANDINGS,
  LEFT_OUT_REASONS,
  PICTURE_FAULTS,
  RESULT_ORDERS,
  RESULTS_PAGE,
} from './feeds.values.ts';
import { OFFER_CATEGORIES } from './offers.values.ts';
import * as rules from './rules.ts';
import { moment, nextOf, searchWord } from './shapes.ts';

/** Catalogues that the vendors of walls publish, for staff. */

export const FeedHealth = z.object({
  wall: z.string().describe('Id of the wall.'),
  title: z.string(),
  everyMinutes: z.int().describe('Minutes between two pulls.'),
  pulledAt: moment
    .nullable()
    .describe('When the vendor last confirmed the catalogue; null if there is none yet.'),
  triedAt: moment.nullable().describe('When it was last asked for; null before the first pull.'),
  nextAt: moment.nullable().describe('When it is asked for next; null before the first pull.'),
  fault: z
    .enum(FEED_FAULTS)
    .nullable()
    .describe('Why the last pull brought no catalogue; the one before stays.'),
  faultStatus: z
    .int()
    .nullable()
    .describe('The HTTP status that the vendor answered with, where that is the fault.'),
  failures: z.int().describe('Pulls in a row that failed.'),
  offers: z.int().describe('Offers in the catalogue now.'),
  goals: z.int().describe('Goals of these offers.'),
  added: z.int().describe('New offers of the last complete pull.'),
  changed: z.int().describe('Offers that it changed.'),
  gone: z.int().describe('Offers that are no longer offered since then.'),
  returned: z.int().describe('Offers that are offered again since then.'),
  paidLess: z
    .int()
    .describe(
      'Steps of started offers of the last 30 days that paid less than the catalogue had promised, counted once an hour.',
    ),
  pictures: z
    .object({
      shown: z.int().describe('Offers with a picture.'),
      waiting: z.int().describe('Offers whose picture was not asked for yet.'),
      faults: z
        .array(z.object({ fault: z.enum(PICTURE_FAULTS), offers: z.int() }))
        .describe('Why others have none, or an old one, the most frequent first.'),
    })
    .describe('Of the offers that are in the catalogue and name a picture at a listed host.'),
  leftOut: z
    .array(
      z.object({
        reason: z.enum(LEFT_OUT_REASONS),
        count: z.int(),
        examples: z.array(z.object({ offerId: z.string().nullable(), detail: z.string().nullable() })),
      }),
    )
    .describe('What it left out, the most frequent reason first, with the first examples of each.'),
});
export type FeedHealth = z.infer<typeof FeedHealth>;

export const feeds = endpoint({
  method: 'GET',
  path: '/api/admin/feeds',
  access: 'admin',
  permission: 'site.read',
  versioned: true,
  summary: "The catalogues of this site's walls: how old they are, and what was left out of them",
  output: z.array(FeedHealth),
});

export const FeedOfferRow = z.object({
  id: z.string().describe("The vendor's id of the offer."),
  revision: z.int().describe('Counts the states of the offer that this site has seen.'),
  title: z.string(),
  description: z.string(),
  categories: z.array(z.string()).describe("In the company's words."),
  countries: z.array(z.string()).nullable().describe('ISO 3166-1 alpha-2; null: all.'),
  devices: z.array(z.enum(FEED_DEVICES)).nullable(),
  totalPoints: z.int().nullable().describe('Whole points of all goals; null where one has no fixed amount.'),
  firstSeenAt: moment,
  changedAt: moment,
  leftAt: moment.nullable(),
  hidden: z.boolean().describe('By a rule of staff.'),
  featured: z.boolean(),
  limited: z.boolean().describe('To countries or new members, by a rule of staff.'),
  goals: z.array(
    z.object({
      goalId: z.string().describe('Empty for the one step of an offer without goals.'),
      name: z.string(),
      points: z.int().nullable().describe('Whole points that its postback credits; null: no fixed amount.'),
      paid: z.boolean().describe('False: it counts as a step and credits nothing.'),
      purchase: z.boolean().describe('The vendor says that the member has to buy something.'),
      repeatable: z.boolean(),
      deadlineSeconds: z
        .int()
        .nullable()
        .describe('Seconds from the click; null where the vendor does not say.'),
    }),
  ),
});
export type FeedOfferRow = z.infer<typeof FeedOfferRow>;

export const feedOffers = endpoint({
  method: 'GET',
  path: '/api/admin/feeds/{wall}/offers',
  access: 'admin',
  permission: 'site.read',
  summary: `Offers of a catalogue with their goals, by title, ${FEED_PAGE} at a time`,
  params: z.object({ wall: z.string().max(40) }),
  query: z.object({
    standing: z.enum(FEED_STANDINGS).default('offered'),
    search: searchWord.optional().describe('Part of a title, or a whole id.'),
    after: searchWord.optional().describe('Id of the last offer of the page before.'),
  }),
  output: z.array(FeedOfferRow),
  pages: (rows) => nextOf('after', rows, FEED_PAGE),
});

export const OfferResult = z.object({
  id: z.string().describe("The vendor's id of the offer."),
  title: z.string().describe('As it was called when it was last started.'),
  started: z.int().describe('Members who started it.'),
  credited: z.int().describe('Of them, those who got points for a step.'),
  reversed: z.int().describe('Of them, those of whom points were taken back.'),
  medianSeconds: z
    .int()
    .nullable()
    .describe(
      'Seconds from the start to the first points, of the member in the middle; null where there are none.',
    ),
  promised: z
    .int()
    .describe('Whole points that the steps that paid had promised, those with a fixed amount.'),
  paid: z.int().describe('Whole points that these steps paid.'),
  paidLess: z.int().describe('Steps that paid less than promised.'),
});
export type OfferResult = z.infer<typeof OfferResult>;

export const offerResults = endpoint({
  method: 'GET',
  path: '/api/admin/feeds/{wall}/results',
  access: 'admin',
  permission: 'site.read',
  summary: `What came of the offers that members started within 30 days, counted once an hour, ${RESULTS_PAGE} at a time`,
  params: z.object({ wall: z.string().max(40) }),
  query: z.object({
    order: z.enum(RESULT_ORDERS).default('started'),
    after: searchWord.optional().describe('Id of the last offer of the page before.'),
  }),
  output: z.array(OfferResult),
  pages: (rows) => nextOf('after', rows, RESULTS_PAGE),
});

const word = z.string().min(1).max(200).check(rules.withoutNul);

export const FeedCategory = z.object({
  word: z.string().describe("The company's word, in small letters."),
  offers: z.int().describe('Offers of the catalogue that have it now.'),
  usual: z.enum(OFFER_CATEGORIES).describe('What the word usually means.'),
  decided: z.enum(OFFER_CATEGORIES).nullable().describe('What staff decided that members see instead.'),
});
export type FeedCategory = z.infer<typeof FeedCategory>;

export const feedCategories = endpoint({
  method: 'GET',
  path: '/api/admin/feeds/{wall}/categories',
  access: 'admin',
  permission: 'site.read',
  summary: `A catalogue's words for categories and what members see for them, the most frequent first, ${CATEGORY_WORDS_MAX} at most`,
  params: z.object({ wall: z.string().max(40) }),
  output: z.array(FeedCategory),
});

export const decideCategory = endpoint({
  method: 'PUT',
  path: '/api/admin/feeds/{wall}/categories',
  access: 'admin',
  permission: 'catalogue.edit',
  summary: "Decides what members see for a company's word of a category",
  params: z.object({ wall: z.string().max(40) }),
  body: z.object({
    word,
    category: z.enum(OFFER_CATEGORIES).nullable().describe('Null: what the word usually means.'),
  }),
  output: z.object({}),
});
