import type { WallDefinition } from '#domain/earning/index.ts';
import { byValue, ONE_OR_ZERO } from './parts.ts';

/**
 * AdGate Media: offers in a frame.
 * Source: the vendor's pages (docs.adgatemedia.com, "Postback Information"). Calls carry no signature: a secret
 * parameter that the operator puts into the postback's address proves them, and only the vendor's one address may
 * call. The vendor repeats a call five times, five minutes apart, until the status is 200.
 */
export const adgate: WallDefinition = {
  id: 'adgate',
  title: 'AdGate',
  settings: ['wallId'],
  secrets: ['token'],
  embed: { iframe: { url: 'https://wall.adgaterewards.com/{$wallId}/{user}', height: 800 } },
  postback: {
    methods: ['GET'],
    query:
      '?conversion_id={conversion_id}&s1={s1}&points={points}&payout={payout}&vc_title={vc_title}&event_id={event_id}&s2={s2}&state={state}&token=<your token>',
    fields: {
      tx: 'conversion_id',
      user: 's1',
      points: 'points',
      usd: 'payout',
      offerName: 'vc_title',
      // With it the vendor also tells of events that pay nothing.
      goalId: 'event_id',
      clickId: 's2',
    },
    checks: [{ kind: 'token', at: { in: 'param', name: 'token' }, secret: 'token' }],
    ips: { list: ['52.42.57.125'], mode: 'enforce' },
    outcomes: byValue('state', { approved: 'credit', rejected: 'reverse', pending: 'pending' }),
    otherwise: 'ignore',
    amount: 'signed',
    ack: ONE_OR_ZERO,
  },
};
