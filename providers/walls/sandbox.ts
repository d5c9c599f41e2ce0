import type { WallDefinition } from '#domain/earning/index.ts';
import { byValue, digestIn } from './parts.ts';

/** Our own wall for development: test offers on a page of this site, with real signed postbacks. */
export const sandboxWall: WallDefinition = {
  id: 'sandbox',
  title: 'Sandbox',
  settings: [],
  secrets: ['key'],
  embed: { iframe: { url: '/dev/wall?user={user}', height: 900 } },
  postback: {
    methods: ['GET'],
    fields: {
      tx: 'tx',
      user: 'user',
      points: 'points',
      usd: 'payout',
      offerId: 'offer',
      offerName: 'offer_name',
      goalId: 'goal',
      goalName: 'goal_name',
      clickId: 'click',
    },
    checks: [
      digestIn('signature', { algo: 'sha256', hmac: 'key', enc: 'hex', input: { sortedQuery: true } }),
    ],
    test: [{ field: 'test', op: 'eq', value: '1' }],
    outcomes: byValue('status', { completed: 'credit', reversed: 'reverse', pending: 'pending' }),
    otherwise: 'ignore',
    amount: 'absolute',
    ack: {
      ok: { status: 200, body: 'ok' },
      duplicate: { status: 200, body: 'duplicate' },
      badSignature: { status: 403, body: 'bad signature' },
      unknownUser: { status: 200, body: 'unknown user' },
      retry: { status: 503, body: 'retry' },
    },
  },
};
