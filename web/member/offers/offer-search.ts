import { FEED_DEVICES } from '#contract/feeds.values.ts';
import { OFFER_CATEGORIES, OFFER_ORDERS } from '#contract/offers.values.ts';
import type { Site } from '#contract/site.ts';
import { ownDevice } from './own-device.ts';

/** What the list is narrowed to, as in the address, which may hold anything. */
export type OfferSearch = { [Name in 'search' | 'order' | 'device' | 'category' | 'wall']?: unknown } & {
  [Name in OfferSwitch]?: unknown;
};
export const OFFER_SWITCHES = ['favourites', 'noPurchase', 'singleStep'] as const;
export type OfferSwitch = (typeof OFFER_SWITCHES)[number];

/** The server takes no longer texts. */
const TEXT_LENGTH_MAX = 200;

/** A text of the address, where numbers and words like `true` come as what they look like. */
const textOf = (value: unknown): string | undefined =>
  ['string', 'number', 'boolean'].includes(typeof value)
    ? String(value).slice(0, TEXT_LENGTH_MAX) || undefined
    : undefined;

/** The address in the form that the call takes; what it does not know is left out. */
export function offerQueryOf(shown: OfferSearch, walls: Site['offerWalls']) {
  const order = OFFER_ORDERS.find((known) => known === shown.order) ?? 'points';
  const device = FEED_DEVICES.find((known) => known === shown.device);
  const search = textOf(shown.search);
  const category = OFFER_CATEGORIES.find((known) => known === shown.category);
  const wall = walls.find(({ id }) => id === textOf(shown.wall))?.id;
  const switches: { [Name in OfferSwitch]?: 'true' } = Object.fromEntries(
    OFFER_SWITCHES.filter((name) => shown[name] === true).map((name) => [name, 'true'] as const),
  );
  return {
    order,
    ...(search && { search }),
    ...(device && { device }),
    ...(!device && { deviceFirst: ownDevice() }),
    ...(category && { category }),
    ...(wall && { wall }),
    ...switches,
  };
}
export type OfferQuery = ReturnType<typeof offerQueryOf>;

/** Whether the list is narrowed; an order alone, or a device that comes first, shows all. */
export const isNarrowed = ({ order: _, deviceFirst: __, ...narrowing }: OfferQuery): boolean =>
  Object.keys(narrowing).length > 0;
