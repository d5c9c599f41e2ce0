import type { WallDefinition } from '#domain/earning/index.ts';
import { OK_OR_RETRY } from './parts.ts';

/**
 * AdGem: offers in a frame, postbacks as JSON.
 * Source: frame and parameters from the vendor's pages (docs.adgem.com, "Postback Setup"), which offer the POST form
 * on request. Several public integrations agree that `Signature` is an HMAC of the raw body. The vendor names no
 * reversals.
 */
export const adgem: WallDefinition = {
  id: 'adgem',
  title: 'AdGem',
  settings: ['appId'],
  secrets: ['postbackKey'],
  embed: {
    iframe: { url: 'https://api.adgem.com/v1/wall?appid={$appId}&playerid={user}', height: 800 },
  },
  postback: {
    methods: ['POST'],
    body: 'json',
    fields: {
      tx: 'data.conversion_id',
      user: 'data.player_id',
      points: 'data.amount',
      usd: 'data.payout',
      // The feed's id of the offer; `data.offer_id` names a version of it.
      offerId: 'data.campaign_id',
      offerName: 'data.offer_name',
      goalId: 'data.goal_id',
      goalName: 'data.goal_name',
      clickId: 'data.c1',
    },
    checks: [
      {
        kind: 'digest',
        digest: { algo: 'sha256', hmac: 'postbackKey', enc: 'hex', input: { rawBody: true } },
        at: { in: 'header', name: 'Signature' },
      },
    ],
    // An install pays nothing; a paying event is a reward of its own.
    outcomes: [{ when: [{ field: 'data.conversion_type', op: 'eq', value: 'install' }], then: 'step' }],
    otherwise: 'credit',
    amount: 'absolute',
    ack: OK_OR_RETRY,
  },
};
