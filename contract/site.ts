import { z } from 'zod';
import { CAPTCHA_PROVIDERS } from './captcha.values.ts';
import { endpoint } from './endpoint.ts';
import { REWARD_WORDINGS } from './site.values.ts';

/** Public settings that the browser needs before anyone signs in; also written into the app's page. */
export const Site = z.object({
  productName: z.string(),
  supportEmail: z.string(),
  passwordMinLength: z.int(),
  redemptionThresholdPoints: z.int(),
  rewardWording: z.enum(REWARD_WORDINGS),
  supportedRegions: z.array(z.string()),
  captcha: z
    .object({ provider: z.enum(CAPTCHA_PROVIDERS), siteKey: z.string().nullable() })
    .describe('Provider of the captcha; `siteKey` is null if its widget needs none.'),
  identityProviders: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('Other sites whose accounts sign in here, as buttons show them.'),
  offers: z.boolean().describe('True if a wall has a catalogue, so that members find offers here.'),
  offerWalls: z
    .array(z.object({ id: z.string(), title: z.string() }))
    .describe('The walls that have a catalogue.'),
  purchaseKnown: z.boolean().describe('True if a catalogue says which of its offers ask for no money.'),
  offerSample: z
    .boolean()
    .describe('True if the front page shows some of these offers before anyone signs in.'),
  testPasses: z
    .boolean()
    .describe('True if passes for Apple Wallet are self-signed, so that phones refuse them.'),
  errorService: z
    .object({ dsn: z.string(), sampleRate: z.number() })
    .nullable()
    .describe(
      "Where faults in browsers are sent in addition to the site's log; null if the operator set nothing.",
    ),
  development: z
    .boolean()
    .describe('True where test cards, the sandbox wall and the development mailbox exist.'),
});
export type Site = z.infer<typeof Site>;

export const site = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'public',
  constant: true,
  versioned: true,
  summary: 'Public settings of this site',
  output: Site,
});
