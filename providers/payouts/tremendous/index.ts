import {
  address,
  allGiven,
  type PayoutDescription,
  refusePlainHttp,
  text,
} from '#providers/payouts/description.ts';
import { TremendousPayouts, type TremendousSettings } from './tremendous.ts';

const LIVE_URL = 'https://api.tremendous.com/api/v2';
/** Tremendous's own test system, whose rewards buy nothing. */
const TEST_URL = 'https://testflight.tremendous.com/api/v2';

export const tremendous: PayoutDescription<TremendousSettings> = {
  id: 'tremendous',
  variables: {
    TREMENDOUS_API_KEY: text,
    TREMENDOUS_BASE_URL: address,
    TREMENDOUS_FUNDING_SOURCE_ID: text,
    TREMENDOUS_PRODUCT_IDS: text,
    TREMENDOUS_WEBHOOK_KEY: text,
  },
  browserOrigins: [],
  // Members choose among what the operator bought or allows, which may be none of them.
  worksWith: [],
  readSettings: (given) => {
    const { variables, development, faults } = given;
    const required = ['TREMENDOUS_API_KEY', 'TREMENDOUS_PRODUCT_IDS', 'TREMENDOUS_WEBHOOK_KEY'];
    if (!allGiven(given, required)) return undefined;
    const productIds = (variables.TREMENDOUS_PRODUCT_IDS ?? '').split(',').map((id) => id.trim());
    const standardUrl = development ? TEST_URL : LIVE_URL;
    const settings = {
      baseUrl: (variables.TREMENDOUS_BASE_URL ?? standardUrl).replace(/\/+$/, ''),
      apiKey: variables.TREMENDOUS_API_KEY ?? '',
      fundingSourceId: variables.TREMENDOUS_FUNDING_SOURCE_ID ?? 'BALANCE',
      productIds: productIds.filter(Boolean),
      webhookKey: variables.TREMENDOUS_WEBHOOK_KEY ?? '',
    };
    if (!development && (settings.baseUrl === TEST_URL || settings.apiKey.startsWith('TEST_'))) {
      faults.push('TREMENDOUS_API_KEY: the system for tests makes rewards that buy nothing');
    }
    refusePlainHttp(given, 'TREMENDOUS_BASE_URL');
    return settings;
  },
  open: (settings) => new TremendousPayouts(settings),
};
