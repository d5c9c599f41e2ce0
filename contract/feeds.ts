import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { FEED_DEVICES, FEED_FAULTS, FEED_PAGE, FEED_STANDINGS, LEFT_OUT_REASONS } from './feeds.values.ts';
import { moment, nextOf, searchWord } from './shapes.ts';

/** Catalogues that the vendors of walls publish, for staff. */

export const FeedHealth = z.object({
  /** Id of the wall. */
  wall: z.string(),
  title: z.string(),
  /** Minutes between two pulls. */
  everyMinutes: z.int(),
  /** When the vendor last confirmed the catalogue; null if there is none yet. */
  pulledAt: moment.nullable(),
  triedAt: moment.nullable(),
  /** Null before the first pull. */
  nextAt: moment.nullable(),
  /** Why the last pull brought no catalogue; the one before stays. */
  fault: z.enum(FEED_FAULTS).nullable(),
  /** The HTTP status that the vendor answered with, where that is the fault. */
  faultStatus: z.int().nullable(),
  /** Pulls in a row that failed. */
  failures: z.int(),
  /** Offers and goals in the catalogue now. */
  offers: z.int(),
  goals: z.int(),
  /** What the last complete pull did: new, changed, no longer offered, and offered again. */
  added: z.int(),
  changed: z.int(),
  gone: z.int(),
  returned: z.int(),
  /** What it left out, the most frequent reason first, with the first examples of each. */
  leftOut: z.array(
    z.object({
      reason: z.enum(LEFT_OUT_REASONS),
      count: z.int(),
      examples: z.array(z.object({ offerId: z.string().nullable(), detail: z.string().nullable() })),
    }),
  ),
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
  /** The vendor's id of the offer. */
  id: z.string(),
  /** Counts the states of the offer that this site has seen. */
  revision: z.int(),
  title: z.string(),
  description: z.string(),
  categories: z.array(z.string()),
  /** ISO 3166-1 alpha-2; null: all. */
  countries: z.array(z.string()).nullable(),
  devices: z.array(z.enum(FEED_DEVICES)).nullable(),
  /** Null where a goal has no fixed amount. */
  totalPoints: z.int().nullable(),
  firstSeenAt: moment,
  changedAt: moment,
  leftAt: moment.nullable(),
  goals: z.array(
    z.object({
      /** Empty for the one step of an offer without goals. */
      goalId: z.string(),
      name: z.string(),
      /** Whole points that its postback credits; null: no fixed amount. */
      points: z.int().nullable(),
      paid: z.boolean(),
      purchase: z.boolean(),
      repeatable: z.boolean(),
      /** Seconds from the click; null where the vendor does not say. */
      deadlineSeconds: z.int().nullable(),
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
    /** Part of a title, or a whole id. */
    search: searchWord.optional(),
    /** Id of the last offer of the page before. */
    after: searchWord.optional(),
  }),
  output: z.array(FeedOfferRow),
  pages: (rows) => nextOf('after', rows, FEED_PAGE),
});
