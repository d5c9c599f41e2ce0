import { z } from 'zod';

/** What a wall brought and cost within a time, without pending points. */
export const WallMoney = z.object({
  /** Points that members were credited. */
  earned: z.int(),
  /** Points that were taken back. */
  reversed: z.int(),
  /** Number of credits. */
  credits: z.int(),
  /**
   * What the wall's calls say that it pays the site, less what it takes back; null if its calls never say. A credit
   * without an amount counts as zero.
   */
  revenue: z
    .object({
      /** Whole millionths of a US dollar. */
      usdMicros: z.int(),
      /** Number of credits that named an amount. */
      credits: z.int(),
    })
    .nullable(),
});
export type WallMoney = z.infer<typeof WallMoney>;
