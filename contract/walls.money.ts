import { z } from 'zod';

/** What a wall brought and cost within a time. Points that are pending are in none of it. */
export const WallMoney = z.object({
  /** Points that members were credited. */
  earned: z.int(),
  /** Points that were taken back. */
  reversed: z.int(),
  /** How often members were credited. */
  credits: z.int(),
  /**
   * What the wall says that it pays the site for them, less what it takes back; null where its calls never say. A credit
   * that did not say counts as nothing.
   */
  revenue: z
    .object({
      /** Whole millionths of a US dollar. */
      usdMicros: z.int(),
      /** How many of the credits said it. */
      credits: z.int(),
    })
    .nullable(),
});
export type WallMoney = z.infer<typeof WallMoney>;
