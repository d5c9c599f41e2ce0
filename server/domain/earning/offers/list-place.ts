import { z } from 'zod';
import { OFFER_ORDERS } from '#contract/offers.values.ts';
import * as rules from '#contract/rules.ts';

const id = z.string().check(rules.withoutNul);

/** Where an offer stands in an order: whether it is for the device that comes first, its wall and id, and the order's whole numbers. */
const ListPlace = z.tuple([z.enum(OFFER_ORDERS), z.boolean(), id, id], z.int());
export type ListPlace = z.infer<typeof ListPlace>;

/** A place as a text for callers, to whom its form says nothing. */
export const writePlace = (place: ListPlace): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

/** The place that `writePlace` made this text of; undefined for any other text. */
export function readPlace(text: string): ListPlace | undefined {
  try {
    return ListPlace.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}
