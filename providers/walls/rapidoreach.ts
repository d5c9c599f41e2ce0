import type { WallDefinition } from '#domain/earning/index.ts';
import { digestIn, md5, ONE_OR_ZERO } from './parts.ts';

/**
 * RapidoReach: surveys in a frame. The member's code must not contain a dash, which separates the parts of the signed
 * uid.
 * Source: frame, uid, parameters, statuses and responses from the vendor's pages (docs.rapidoreach.com, "S2S
 * Callbacks"). The recipe of the two hashes is known from one public integration and from the vendor whose contract
 * this one copies, so it is marked `unverified`. The hashes cover neither amount nor member: amounts are capped by
 * `maxPoints`.
 */
export const rapidoreach: WallDefinition = {
  id: 'rapidoreach',
  title: 'RapidoReach',
  settings: ['appId'],
  secrets: ['appKey', 'transactionKey'],
  taskType: 'survey',
  embed: {
    derive: {
      checksum: {
        digest: md5('{user}-{$appId}-{$appKey}'),
      },
      uid: { template: '{user}-{$appId}-{$checksum}' },
    },
    iframe: { url: 'https://www.rapidoreach.com/ofw/?userId={$uid}', height: 1400 },
  },
  postback: {
    methods: ['GET'],
    fields: {
      tx: 'transactionId',
      user: 'endUserId',
      points: 'currencyAmt',
      usd: 'amt',
      offerId: 'offerInvitationId',
      offerName: 'offerTitle',
    },
    checks: [
      { ...digestIn('oiHash', md5('{offerInvitationId}{$appKey}')), unverified: true },
      { ...digestIn('txnHash', md5('{transactionId}{$transactionKey}')), unverified: true },
    ],
    outcomes: [
      { when: [{ field: 'status', op: 'in', value: ['C', 'COMPLETE'] }], then: 'credit' },
      {
        // Screened out or over the quota; some surveys still pay a little.
        when: [
          { field: 'status', op: 'in', value: ['F', 'P'] },
          { field: 'currencyAmt', op: 'gt', value: '0' },
        ],
        then: 'credit',
      },
    ],
    otherwise: 'ignore',
    amount: 'absolute',
    ack: {
      ...ONE_OR_ZERO,
      // After the response 0 the vendor repeats the call three times.
      retry: { status: 200, body: '0' },
    },
  },
};
