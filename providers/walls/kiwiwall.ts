import type { WallDefinition } from '#domain/earning/index.ts';
import { byValue, digestIn, md5, ONE_OR_ZERO } from './parts.ts';

/**
 * KiwiWall: offers in a frame.
 * Source: postback, signature and address from the vendor's pages (kiwiwall.com/postback-documentation); the frame as
 * several public integrations agree. The signature does not cover the transaction, so only the vendor's one address may
 * call.
 */
export const kiwiwall: WallDefinition = {
  id: 'kiwiwall',
  title: 'KiwiWall',
  settings: ['wallId'],
  secrets: ['secretKey'],
  embed: { iframe: { url: 'https://www.kiwiwall.com/wall/{$wallId}/{user}', height: 800 } },
  postback: {
    methods: ['GET'],
    query:
      '?status={status}&trans_id={trans_id}&sub_id={sub_id}&amount={amount}&gross={gross}&offer_id={offer_id}&offer_name={offer_name}&ip_address={ip_address}&signature={signature}',
    fields: {
      tx: 'trans_id',
      user: 'sub_id',
      points: 'amount',
      usd: 'gross',
      offerId: 'offer_id',
      offerName: 'offer_name',
      ip: 'ip_address',
    },
    checks: [digestIn('signature', md5('{sub_id}:{amount}:{$secretKey}'))],
    ips: { list: ['34.193.235.172'], mode: 'enforce' },
    outcomes: byValue('status', { 1: 'credit', 2: 'reverse' }),
    otherwise: 'ignore',
    amount: 'signed',
    ack: ONE_OR_ZERO,
  },
};
