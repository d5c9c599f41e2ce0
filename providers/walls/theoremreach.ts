import type { WallDefinition } from '#domain/earning/index.ts';
import { digestIn, ONE_OR_ZERO } from './parts.ts';

/**
 * TheoremReach: surveys in a frame.
 * Source: several public integrations agree on frame, parameters and hash; there is no text of the vendor. The hash
 * covers the whole address as the vendor calls it, so APP_URL must be the public one.
 */
export const theoremreach: WallDefinition = {
  id: 'theoremreach',
  title: 'TheoremReach',
  settings: ['apiKey'],
  secrets: ['secretKey'],
  taskType: 'survey',
  embed: {
    iframe: {
      url: 'https://theoremreach.com/respondent_entry/direct?api_key={$apiKey}&user_id={user}&transaction_id={unique}',
      height: 800,
    },
  },
  postback: {
    methods: ['GET'],
    fields: {
      tx: 'tx_id',
      user: 'user_id',
      points: 'reward',
      usd: 'currency',
      offerId: 'offer_id',
      offerName: 'offer',
    },
    checks: [
      digestIn('hash', {
        algo: 'sha1',
        hmac: 'secretKey',
        enc: 'base64url',
        input: { url: 'full', drop: ['hash'] },
      }),
    ],
    test: [{ field: 'debug', op: 'eq', value: 'true' }],
    outcomes: [{ when: [{ field: 'reversal', op: 'eq', value: 'true' }], then: 'reverse' }],
    otherwise: 'credit',
    amount: 'signed',
    ack: ONE_OR_ZERO,
  },
};
