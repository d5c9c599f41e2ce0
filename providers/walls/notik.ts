import type { WallDefinition } from '#domain/earning/index.ts';
import { digestIn, ONE_OR_ZERO } from './parts.ts';

/**
 * Notik: offers in a frame.
 * Source: several public integrations agree; there is no text of the vendor. The hash covers the whole address as the
 * vendor calls it, so APP_URL must be the public one.
 */
export const notik: WallDefinition = {
  id: 'notik',
  title: 'Notik',
  settings: ['apiKey', 'pubId', 'appId'],
  secrets: ['secretKey'],
  embed: {
    iframe: {
      url: 'https://notik.me/coins?api_key={$apiKey}&pub_id={$pubId}&app_id={$appId}&user_id={user}',
      height: 800,
    },
  },
  postback: {
    methods: ['GET'],
    fields: {
      tx: 'txn_id',
      user: 'user_id',
      points: 'amount',
      usd: 'payout',
      offerId: 'offer_id',
      offerName: 'offer_name',
      ip: 'conversion_ip',
    },
    checks: [
      digestIn('hash', {
        algo: 'sha1',
        hmac: 'secretKey',
        enc: 'hex',
        input: { url: 'full', drop: ['hash'] },
      }),
    ],
    outcomes: [{ when: [{ field: 'amount', op: 'lt', value: '0' }], then: 'reverse' }],
    otherwise: 'credit',
    amount: 'signed',
    ack: ONE_OR_ZERO,
  },
};
