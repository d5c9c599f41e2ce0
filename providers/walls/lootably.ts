import type { WallDefinition } from '#domain/earning/index.ts';
import { digestIn, ONE_OR_ZERO } from './parts.ts';

/**
 * Lootably: offers in a frame.
 * Source: parameters and hash from the vendor's pages (documentation.lootably.com, "Postbacks"); the frame as several
 * public integrations agree. Only one public integration says that `status=0` takes a credit back: it is marked
 * `unverified`, and ignored unless the operator accepts it. The hash does not cover the transaction.
 */
export const lootably: WallDefinition = {
  id: 'lootably',
  title: 'Lootably',
  settings: ['placementId'],
  secrets: ['postbackSecret'],
  embed: {
    iframe: { url: 'https://wall.lootably.com/?placementID={$placementId}&sid={user}', height: 800 },
  },
  postback: {
    methods: ['GET'],
    query:
      '?transactionID={transactionID}&userID={userID}&currencyReward={currencyReward}&revenue={revenue}&status={status}&ip={ip}&offerID={offerID}&offerName={offerName}&goalID={goalID}&goalName={goalName}&sid2={sid2}&hash={hash}',
    fields: {
      tx: 'transactionID',
      user: 'userID',
      points: 'currencyReward',
      usd: 'revenue',
      offerId: 'offerID',
      offerName: 'offerName',
      goalId: 'goalID',
      goalName: 'goalName',
      clickId: 'sid2',
      ip: 'ip',
    },
    checks: [
      digestIn('hash', {
        algo: 'sha256',
        enc: 'hex',
        input: { template: '{userID}{ip}{revenue}{currencyReward}{$postbackSecret}' },
      }),
    ],
    outcomes: [{ when: [{ field: 'status', op: 'eq', value: '0' }], then: 'reverse', unverified: true }],
    otherwise: 'credit',
    amount: 'signed',
    ack: ONE_OR_ZERO,
  },
};
