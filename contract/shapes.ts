import { z } from 'zod';
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
/** Search text of a list. */
export const searchWord = z.string().trim().max(200).check(rules.withoutNul);
