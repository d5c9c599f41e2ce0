import { z } from 'zod';
import { CAPTCHA_PROVIDERS } from './captcha.values.ts';
import { endpoint } from './endpoint.ts';
import { REWARD_WORDINGS } from './site.values.ts';

/** What the browser must know of this site before anyone signs in. Also written into the app's page. */
export const Site = z.object({
  productName: z.string(),
  supportEmail: z.string(),
  passwordMinLength: z.int(),
  redemptionThresholdPoints: z.int(),
  rewardWording: z.enum(REWARD_WORDINGS),
  supportedRegions: z.array(z.string()),
  /** Whose widget asks that somebody is a person; its key is null where it needs none. */
  captcha: z.object({ provider: z.enum(CAPTCHA_PROVIDERS), siteKey: z.string().nullable() }),
  /** True where passes for Apple Wallet are signed by ourselves, so that no phone takes them. */
  testPasses: z.boolean(),
  /** Where faults in browsers are sent beside the site's own log; null where the operator set none. */
  errorService: z.object({ dsn: z.string(), sampleRate: z.number() }).nullable(),
  /** True where test cards, the sandbox wall and the development mailbox exist. */
  development: z.boolean(),
});
export type Site = z.infer<typeof Site>;

export const site = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'public',
  summary: 'Public settings of this site',
  output: Site,
});
