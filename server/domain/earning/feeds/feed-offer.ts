import type { FeedDevice, LeftOutReason } from '#contract/feeds.values.ts';

/** One offer of a vendor's feed in the shape of this site. Every text is plain: no markup, no control characters. */
export interface FeedOffer {
  offerId: string;
  /** What the vendor calls this state of the offer; null if it does not say. */
  version: string | null;
  title: string;
  description: string;
  requirements: string[];
  disclaimer: string | null;
  thingsToKnow: string | null;
  /** At a host of the feed's list, by https. */
  iconUrl: string | null;
  categories: string[];
  /** ISO 3166-1 alpha-2, sorted; null: all. */
  countries: string[] | null;
  /** By country, where the vendor limits it further. */
  states: Record<string, string[]>;
  /** Sorted; null: all. */
  devices: FeedDevice[] | null;
  systems: FeedSystem[];
  /** Whether it or one of its goals asks for money; false: the vendor says that none does; null: it does not say. */
  purchase: boolean | null;
  goals: FeedGoal[];
  /** Sum of the goals; null if one of them has no fixed amount. */
  totalPoints: number | null;
  /** Where the vendor helps, at a host of the clicks; holds `{user}` where it wants the member's code. */
  supportUrl: string | null;
  /** When the vendor says that a reward comes, and for how long it is pending, in its words, a line each. */
  confirmation: string | null;
  /** For all of it, from the click; null where the vendor does not say. */
  deadlineSeconds: number | null;
  /** What the vendor says that a click earns, a decimal in dollars; null where it says nothing or "new". */
  epc: string | null;
  updatedAt: string | null;
  /** Until when the vendor says that it can be started, ISO 8601; null where it does not say. */
  endsAt: string | null;
  /** Where a click leads, by https to a host of the feed's list; holds `{user}` and, where the vendor has a place, `{click}`. */
  clickTemplate: string;
}

export interface FeedSystem {
  name: string;
  min: string | null;
  max: string | null;
}

export interface FeedGoal {
  /** Empty for the one step of an offer without goals. */
  goalId: string;
  name: string;
  description: string | null;
  /** Whole points that a postback of this goal credits; null: no fixed amount. */
  points: number | null;
  /** What the company pays this site, in millionths of a dollar; null if it does not say. */
  usdMicros: number | null;
  order: number | null;
  /** May be reached out of order. */
  nonLinear: boolean;
  /** Null if the vendor does not say. */
  purchase: boolean | null;
  repeatable: boolean;
  /** False: it counts as a step and credits nothing. */
  paid: boolean;
  /** From the click; null where the vendor does not say. */
  deadlineSeconds: number | null;
}

/** Why an offer is not in the catalogue. `detail` is a short plain text for staff, such as a host. */
export interface LeftOut {
  reason: LeftOutReason;
  offerId: string | null;
  detail: string | null;
}

export const isLeftOut = (read: FeedOffer | LeftOut): read is LeftOut => 'reason' in read;
