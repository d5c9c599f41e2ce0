import type { WallDefinition } from '#domain/earning/index.ts';
import { OK_OR_RETRY } from './parts.ts';

/** Callbacks that pay nothing; each has an address of its own at the vendor, and may share the id of a paid one. */
const UNPAID = ['installation', 'optional', 'iap', 'iaa'];

/**
 * ayeT-Studios: offers in a frame.
 * Source: parameters, header and its key from the vendor's pages (docs.ayetstudios.com, "Callbacks"); the encoding of the
 * signed query and the frame as several public integrations agree. A callback that is not answered with 200 is repeated
 * twelve times, once an hour.
 */
export const ayet: WallDefinition = {
  id: 'ayet',
  title: 'ayeT-Studios',
  settings: ['adslotId'],
  secrets: ['apiKey'],
  embed: {
    iframe: {
      url: 'https://www.ayetstudios.com/offers/web_offerwall/{$adslotId}?external_identifier={user}',
      height: 800,
    },
  },
  postback: {
    methods: ['GET'],
    query:
      '?callback_type={callback_type}&transaction_id={transaction_id}&external_identifier={external_identifier}&currency_amount={currency_amount}&payout_usd={payout_usd}&offer_id={offer_id}&offer_name={offer_name}&task_uuid={task_uuid}&task_name={task_name}&custom_1={custom_1}&is_chargeback={is_chargeback}&ip={ip}',
    fields: {
      tx: 'transaction_id',
      user: 'external_identifier',
      points: 'currency_amount',
      usd: 'payout_usd',
      offerId: 'offer_id',
      offerName: 'offer_name',
      goalId: 'task_uuid',
      goalName: 'task_name',
      clickId: 'custom_1',
      ip: 'ip',
    },
    checks: [
      {
        kind: 'digest',
        digest: { algo: 'sha256', hmac: 'apiKey', enc: 'hex', input: { sortedQuery: true } },
        at: { in: 'header', name: 'X-Ayetstudios-Security-Hash' },
      },
    ],
    outcomes: [
      { when: [{ field: 'callback_type', op: 'eq', value: 'chargeback' }], then: 'reverse' },
      { when: [{ field: 'is_chargeback', op: 'eq', value: '1' }], then: 'reverse' },
      { when: [{ field: 'callback_type', op: 'in', value: UNPAID }], then: 'step' },
    ],
    otherwise: 'credit',
    amount: 'signed',
    reversalTarget: { from: 'tx', stripPrefix: 'r-' },
    ack: OK_OR_RETRY,
  },
};
