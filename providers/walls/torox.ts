import type { WallDefinition } from '#domain/earning/index.ts';
import { digestIn, md5, ONE_OR_ZERO } from './parts.ts';

/**
 * Torox, formerly OfferToro: offers in a frame.
 * Source: the vendor's pages (offertoro.com/docs/postback). The signature covers only offer and member, so only the
 * vendor's address may call. The address here is from before the renaming; `addresses` of the entry can name others.
 */
export const torox: WallDefinition = {
  id: 'torox',
  title: 'Torox',
  settings: ['pubId', 'appId'],
  secrets: ['secretKey'],
  embed: {
    iframe: { url: 'https://www.offertoro.com/ifr/show/{$pubId}/{user}/{$appId}', height: 800 },
  },
  postback: {
    methods: ['GET'],
    query:
      '?id={id}&oid={oid}&user_id={user_id}&amount={amount}&payout={payout}&o_name={o_name}&ip_address={ip_address}&sig={sig}',
    fields: {
      tx: 'id',
      user: 'user_id',
      points: 'amount',
      usd: 'payout',
      offerId: 'oid',
      offerName: 'o_name',
      ip: 'ip_address',
    },
    checks: [digestIn('sig', md5('{oid}-{user_id}-{$secretKey}'))],
    ips: { list: ['54.175.173.245'], mode: 'enforce' },
    outcomes: [{ when: [{ field: 'amount', op: 'lt', value: '0' }], then: 'reverse' }],
    otherwise: 'credit',
    amount: 'signed',
    ack: ONE_OR_ZERO,
  },
};
