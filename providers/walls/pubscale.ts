import type { WallDefinition } from '#domain/earning/index.ts';
import { digestIn, md5, OK_OR_RETRY } from './parts.ts';

/**
 * PubScale: offers in a frame.
 * Source: postback and signature, which covers the whole part of the value, from the vendor's pages
 * (pubscale.gitbook.io/offerwall-sdk, "S2S Callback"); the frame as several public integrations agree. Any status
 * from 200 to 299 counts as delivered; otherwise the call is repeated six times. The vendor names no reversals.
 */
export const pubscale: WallDefinition = {
  id: 'pubscale',
  title: 'PubScale',
  settings: ['appId'],
  secrets: ['secretKey'],
  taskType: 'app_install',
  embed: { iframe: { url: 'https://wow.pubscale.com/?app_id={$appId}&user_id={user}', height: 800 } },
  postback: {
    methods: ['GET'],
    fields: { tx: 'token', user: 'user_id', points: 'value' },
    checks: [digestIn('signature', md5('{$secretKey}.{user_id}.{value|int}.{token}'))],
    outcomes: [],
    otherwise: 'credit',
    amount: 'absolute',
    ack: OK_OR_RETRY,
  },
};
