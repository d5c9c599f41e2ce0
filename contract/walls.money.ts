import { z } from 'zod';

/** What a wall brought and cost within a time, without pending points. */
export const WallMoney = z.object({
  earned: z.int().describe('Points that members were credited.'),
  reversed: z.int().describe('Points that were taken back.'),
  credits: z.int().describe('Number of credits.'),
  /**
   * What the wall's calls say that it pays the site, less what it takes back; null if its calls never say. A credit
   * without an amount counts as zero.
   */
  revenue: z
    .object({
      usdMicros: z.int().describe('Whole millionths of a US dollar.'),
      credits: z.int().describe('Number of credits that named an amount.'),
    })
    .nullable(),
});
export type WallMoney = z.infer<typeof WallMoney>;
