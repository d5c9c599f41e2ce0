import type { LeftOutReason } from '#contract/feeds.values.ts';
import type { LeftOut } from './feed-offer.ts';

/** Offers that are named for each reason; the others are counted. */
const EXAMPLES_MAX = 5;

/** As the table `feeds` keeps it. */
export interface LeftOutCount {
  reason: LeftOutReason;
  count: number;
  examples: { offerId: string | null; detail: string | null }[];
}

export interface LeftOutOffers {
  counts: LeftOutCount[];
  ids: string[];
  /** Number of those whose id could not be read. */
  nameless: number;
}

/**
 * Counts what a pull leaves out by reason, with the first examples of each. `add` returns whether it had not left this offer
 * out before; one without an id counts as new.
 */
export function countLeftOut(): { add: (one: LeftOut) => boolean; all: () => LeftOutOffers } {
  const found = new Map<LeftOutReason, LeftOutCount>();
  const ids = new Set<string>();
  let nameless = 0;
  return {
    add: ({ reason, offerId, detail }) => {
      const count = found.get(reason) ?? { reason, count: 0, examples: [] };
      count.count += 1;
      if (count.examples.length < EXAMPLES_MAX) count.examples.push({ offerId, detail });
      found.set(reason, count);
      const isNew = offerId === null || !ids.has(offerId);
      if (offerId === null) nameless += 1;
      else ids.add(offerId);
      return isNew;
    },
    all: () => ({
      counts: [...found.values()].toSorted((a, b) => b.count - a.count),
      ids: [...ids],
      nameless,
    }),
  };
}
