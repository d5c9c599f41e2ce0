import type { RewardOffer, Rewards } from '#contract/rewards.ts';

/** From this price on a reward is one to save for; the specification names it. */
const SAVED_FOR_POINTS = 1000;
const SHOWN_MAX = 4;
/** The name of a reward that is mobile data begins with how much it is, also where the operator translated it. */
const DATA = /^\d+ ?(?:GB|Go|ГБ)(?!\w)/i;
/** The specified name; this site knows it in every language. */
const SPECIFIED = /^(\d+GB)(?: Data)?$/i;

/** A reward to save for, and what it lacks. */
export interface Tier {
  offer: RewardOffer;
  points: number;
  /** Still to be earned; 0 when the balance is enough. */
  missingPoints: number;
  /** Whether the member's first redemption has to be another one. */
  afterFirst: boolean;
  /** `3GB` of a reward with the specified name `3GB Data`, else null. */
  data: string | null;
}

/**
 * The rewards to save for that this member can have where they are, cheapest first, at most four: mobile data from 1000
 * points on; without any, all rewards from 1000 points on; without these, all. None that is out of stock.
 */
export function tiersOf({ offers }: Pick<Rewards, 'offers'>, points: number): Tier[] {
  const had = offers
    .filter(({ unavailable }) => unavailable !== 'not_in_region' && unavailable !== 'out_of_stock')
    .toSorted((one, other) => one.pricePoints - other.pricePoints);
  const large = had.filter(({ pricePoints }) => pricePoints >= SAVED_FOR_POINTS);
  const data = large.filter(({ title }) => DATA.test(title));
  const [chosen = []] = [data, large, had].filter((list) => list.length > 0);
  return chosen.slice(0, SHOWN_MAX).map((offer) => ({
    offer,
    points: offer.pricePoints,
    missingPoints: Math.max(offer.missingPoints, offer.pricePoints - points, 0),
    afterFirst: offer.unavailable === 'first_redemption_tier',
    data: SPECIFIED.exec(offer.title)?.[1]?.toUpperCase() ?? null,
  }));
}
