import { z } from 'zod';
import type { NextPage } from './endpoint.ts';
import { fault } from './faults.ts';
import * as rules from './rules.ts';
import type { Moment } from './wire.ts';

/** Shapes that several features share. */

/** A time in UTC, ISO 8601. */
export const moment = z.iso.datetime() as z.ZodType<Moment, string>;
/** The `{id}` of a path. */
export const idParams = z.object({ id: z.uuid() });
/** Text of 1 to `max` characters; parsing trims it. */
export const requiredText = (max: number) =>
  z.string().trim().min(1, fault('required')).max(max).check(rules.withoutNul);
/** The id of an entry of a long list. */
export const entryId = z.string().regex(/^\d{1,18}$/);
/** `pages` of a list, newest first, with `size` entries a page: `before` is the id of the last one seen. */
export const pagesOf =
  (size: number) =>
  (rows: readonly { id: string }[]): NextPage | undefined =>
    nextOf('before', rows, size);
/** The page after `rows`, if they fill one. */
export function nextOf(
  parameter: 'before' | 'after',
  rows: readonly { id: string }[],
  size: number,
): NextPage | undefined {
  const last = rows.length < size ? undefined : rows.at(-1);
  return last && ({ [parameter]: last.id } as NextPage);
}
/** What the member of a redemption owes, as staff see it. */
export const owedPoints = z
  .int()
  .describe(
    'Points that the member owes now, as earned ones were taken back. Points given back pay this first.',
  );
/** What staff saw of it before they decided to give something. */
export const seenOwedPoints = z
  .int()
  .optional()
  .describe(
    'The `owedPoints` that were seen; 0 if left out. If the member owes more by now, nothing is given.',
  );
/** Search text of a list. */
export const searchWord = z.string().trim().max(200).check(rules.withoutNul);
