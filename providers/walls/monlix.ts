import type { WallDefinition } from '#domain/earning/index.ts';
import { byValue, ONE_OR_ZERO } from './parts.ts';

/**
 * Monlix: offers in a frame.
 * Source: the postback from the vendor's pages (docs.monlix.com/docs/postback); the frame as several public
 * integrations agree. Calls carry no signature: the vendor sends the site's secret as a parameter, which is removed
 * before a call is logged.
 */
export const monlix: WallDefinition = {
  id: 'monlix',
  title: 'Monlix',
  settings: ['appId'],
  secrets: ['secretKey'],
  embed: { iframe: { url: 'https://offers.monlix.com/?appid={$appId}&userid={user}', height: 800 } },
  postback: {
    methods: ['GET'],
    query:
      '?userId={{userId}}&transactionId={{transactionId}}&rewardValue={{rewardValue}}&payout={{payout}}&status={{status}}&taskName={{taskName}}&userIp={{userIp}}&secretKey={{secretKey}}',
    fields: {
      tx: 'transactionId',
      user: 'userId',
      points: 'rewardValue',
      usd: 'payout',
      offerName: 'taskName',
      ip: 'userIp',
    },
    checks: [{ kind: 'token', at: { in: 'param', name: 'secretKey' }, secret: 'secretKey' }],
    outcomes: byValue('status', { 1: 'credit', 2: 'reverse' }),
    otherwise: 'ignore',
    amount: 'signed',
    ack: ONE_OR_ZERO,
  },
};
