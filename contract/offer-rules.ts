import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import {
  NEW_MEMBER_DAYS_MAX,
  OFFER_EFFECTS,
  OFFER_PREVIEW,
  OFFER_REASON_MAX,
  OFFER_RULES_MAX,
  OFFER_WORD_MAX,
  OFFERS_FEATURED_MAX,
} from './offer-rules.values.ts';
import * as rules from './rules.ts';
import { idParams, moment, requiredText } from './shapes.ts';

/** What staff decide about offers of the walls' catalogues. */

const POINTS_MAX = 1_000_000;
const COUNTRIES_MAX = 100;
const word = (max: number) => z.string().trim().min(1).max(max).check(rules.withoutNul);

/** All that is not null must hold of an offer. */
const conditions = {
  wall: word(40).nullable().describe('Id of the wall; null: of any.'),
  offerId: word(OFFER_WORD_MAX).nullable().describe("The wall's id of one offer; it needs `wall`."),
  category: word(OFFER_WORD_MAX)
    .nullable()
    .describe("One of the offer's categories, as the company writes it."),
  words: word(OFFER_WORD_MAX).nullable().describe('Part of the title, in capitals or not.'),
  pointsBelow: z.int().min(1).max(POINTS_MAX).nullable().describe('Fewer points than so many in all.'),
  purchase: z
    .boolean()
    .nullable()
    .describe('Whether it asks for money. False: those of which the company says that they ask for none.'),
};
const doing = {
  effect: z
    .enum(OFFER_EFFECTS)
    .describe(
      '`hide`: members who have not started it do not see it. `feature`: it stands in front. `limit`: only members of `countries`, or younger than `newMemberDays`, see it.',
    ),
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .min(1)
    .max(COUNTRIES_MAX)
    .nullable()
    .describe('ISO 3166-1 alpha-2, of `limit`.'),
  newMemberDays: z.int().min(1).max(NEW_MEMBER_DAYS_MAX).nullable().describe('Of `limit`.'),
};
const rule = { ...conditions, ...doing };

const checked = (
  given: { [Name in keyof typeof rule]: z.infer<(typeof rule)[Name]> },
  context: z.RefinementCtx,
): void => {
  const wrong = (path: string) =>
    context.addIssue({ code: 'custom', path: [path], message: fault('invalid') });
  const { wall, offerId, category, words, pointsBelow, purchase, effect, countries, newMemberDays } = given;
  if (offerId !== null && wall === null) wrong('wall');
  if (effect === 'feature' && offerId === null) wrong('offerId');
  if ((effect === 'limit') === (countries === null && newMemberDays === null)) wrong('countries');
  // Nothing named would be every offer of every wall.
  if ([wall, category, words, pointsBelow, purchase].every((condition) => condition === null)) wrong('wall');
};

export const OfferRule = z.object({
  id: z.uuid(),
  ...rule,
  reason: z.string().describe('For staff.'),
  endsAt: moment.nullable(),
  createdAt: moment,
  offers: z.int().describe('Offers of the catalogues that it names, as of the last pulls.'),
});
export type OfferRule = z.infer<typeof OfferRule>;

export const offerRules = endpoint({
  method: 'GET',
  path: '/api/admin/offer-rules',
  access: 'admin',
  permission: 'site.read',
  versioned: true,
  summary: `The rules of staff about offers that are in force, newest first, ${OFFER_RULES_MAX} at most`,
  output: z.array(OfferRule),
});

export const addOfferRule = endpoint({
  method: 'POST',
  path: '/api/admin/offer-rules',
  access: 'admin',
  permission: 'catalogue.edit',
  summary: `Hides, features or limits offers, later ones too; at most ${OFFERS_FEATURED_MAX} are featured, of ${OFFER_RULES_MAX} rules (\`invalid_input\` of \`effect\`)`,
  body: z
    .object({
      ...rule,
      reason: requiredText(OFFER_REASON_MAX),
      endsAt: moment.nullable(),
    })
    .superRefine(checked),
  output: z.object({ id: z.uuid() }),
});

export const removeOfferRule = endpoint({
  method: 'DELETE',
  path: '/api/admin/offer-rules/{id}',
  access: 'admin',
  permission: 'catalogue.edit',
  summary: 'Ends a rule: its offers are as they were without it',
  params: idParams,
  output: z.object({}),
});

export const previewOfferRule = endpoint({
  method: 'GET',
  path: '/api/admin/offer-rules/preview',
  access: 'admin',
  permission: 'site.read',
  summary: `The offers that a rule with these conditions would name, those with most points first, ${OFFER_PREVIEW} of them`,
  query: z.object({
    wall: word(40).optional(),
    offerId: word(OFFER_WORD_MAX).optional(),
    category: word(OFFER_WORD_MAX).optional(),
    words: word(OFFER_WORD_MAX).optional(),
    pointsBelow: z.coerce.number().int().min(1).max(POINTS_MAX).optional(),
    purchase: z.enum(['true', 'false']).optional(),
  }),
  output: z.object({
    offers: z.int(),
    examples: z.array(
      z.object({
        wall: z.string(),
        offerId: z.string(),
        title: z.string(),
        totalPoints: z.int().nullable(),
      }),
    ),
  }),
});
