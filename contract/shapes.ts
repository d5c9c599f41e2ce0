import { z } from 'zod';
import { fault } from './faults.ts';
import * as rules from './rules.ts';
import type { Moment } from './wire.ts';

/** Shapes that more than one feature has on the wire. */

/** A time in UTC, ISO 8601. */
export const moment = z.iso.datetime() as z.ZodType<Moment, string>;
/** What a path names by `{id}`. */
export const idParams = z.object({ id: z.uuid() });
/** Text of a person of 1 to `max` characters, without spaces around it. */
export const requiredText = (max: number) =>
  z.string().trim().min(1, fault('required')).max(max).check(rules.withoutNul);
/** The id of an entry of a long list. */
export const entryId = z.string().regex(/^\d{1,18}$/);
/** What a list is searched for. */
export const searchWord = z.string().trim().max(200).check(rules.withoutNul);
