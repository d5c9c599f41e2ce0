// biome-ignore-all lint/suspicious/noThenProperty: a word of the wall format; nothing here is awaited
import type { WallDefinition } from '#domain/earning/index.ts';
import { ONE_OR_ZERO } from './acks.ts';

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
    checks: [
      {
        kind: 'digest',
        digest: { algo: 'md5', enc: 'hex', input: { template: '{sub_id}:{amount}:{$secretKey}' } },
        at: { in: 'param', name: 'signature' },
      },
    ],
    ips: { list: ['34.193.235.172'], mode: 'enforce' },
    outcomes: [
      { when: [{ field: 'status', op: 'eq', value: '1' }], then: 'credit' },
      { when: [{ field: 'status', op: 'eq', value: '2' }], then: 'reverse' },
    ],
    otherwise: 'ignore',
    amount: 'signed',
    ack: ONE_OR_ZERO,
  },
};
