// biome-ignore-all lint/suspicious/noThenProperty: a word of the wall format; nothing here is awaited
import type { WallDefinition } from '#domain/earning/index.ts';

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
    },
    checks: [
      {
        kind: 'digest',
        digest: { algo: 'sha256', hmac: 'key', enc: 'hex', input: { sortedQuery: true } },
        at: { in: 'param', name: 'signature' },
      },
    ],
    test: [{ field: 'test', op: 'eq', value: '1' }],
    outcomes: [
      { when: [{ field: 'status', op: 'eq', value: 'completed' }], then: 'credit' },
      { when: [{ field: 'status', op: 'eq', value: 'reversed' }], then: 'reverse' },
      { when: [{ field: 'status', op: 'eq', value: 'pending' }], then: 'pending' },
    ],
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
