import type { WallDefinition } from '#domain/earning/index.ts';
import { byValue, digestIn, OK_OR_RETRY } from './parts.ts';

/**
 * BitLabs: surveys and offers in a frame. Each kind has a callback address of its own at the vendor.
 * Source: macros, states and hash from the vendor's pages (developer.bitlabs.ai, "Callbacks"): an offer's three states share
 * one transaction and its amounts. The frame is built by the vendor's own SDKs. That `REF` of a survey's reconciliation names
 * the transaction that it corrects is not verified: without acceptUnverified such a call is ignored.
 */
export const bitlabs: WallDefinition = {
  id: 'bitlabs',
  title: 'BitLabs',
  settings: ['appToken'],
  secrets: ['appSecret'],
  embed: { iframe: { url: 'https://web.bitlabs.ai/?uid={user}&token={$appToken}', height: 800 } },
  postback: {
    methods: ['GET'],
    query:
      '?uid=[%USER:UID%]&val=[%VALUE:CURRENCY%]&usd=[%VALUE:USD%]&tx=[%TX%]&ref=[%TX%]&state=[%OFFER:TASK:STATE%]&offer=[%OFFER:ID%]&name=[%OFFER:NAME%]&goal=[%OFFER:TASK:ID%]&goal_name=[%OFFER:TASK:NAME%]',
    fields: {
      tx: 'tx',
      user: 'uid',
      points: 'val',
      usd: 'usd',
      offerId: 'offer',
      offerName: 'name',
      goalId: 'goal',
      goalName: 'goal_name',
      clickId: 'click',
      refTx: 'ref',
    },
    checks: [
      digestIn('hash', {
        algo: 'sha1',
        hmac: 'appSecret',
        enc: 'hex',
        input: { url: 'full', drop: ['hash'] },
      }),
    ],
    outcomes: [
      ...byValue('state', { COMPLETED: 'credit', PENDING: 'pending', RECONCILED: 'reverse' }),
      ...byValue('type', { COMPLETE: 'credit', SCREENOUT: 'credit', START_BONUS: 'credit' }),
      {
        when: [
          { field: 'type', op: 'eq', value: 'RECONCILIATION' },
          { field: 'val', op: 'lt', value: '0' },
        ],
        then: 'reverse',
        unverified: true,
      },
    ],
    otherwise: 'ignore',
    amount: 'signed',
    reversalTarget: { from: 'refTx' },
    ack: OK_OR_RETRY,
  },
};
