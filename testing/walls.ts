import type { WallDefinition } from '#domain/earning/index.ts';

/** The secret of every wall except `by-token`, whose token is TOKEN. */
export const SECRET = 'wall secret & more';
export const TOKEN = 'token-that-must-not-be-kept';

const ack: WallDefinition['postback']['ack'] = {
  ok: { status: 200, body: 'OK' },
  duplicate: { status: 200, body: 'DUP' },
  badSignature: { status: 403, body: 'BAD' },
  unknownUser: { status: 200, body: 'WHO' },
  retry: { status: 500, body: 'AGAIN' },
};
const outcomes: WallDefinition['postback']['outcomes'] = [
  { when: [{ field: 'status', op: 'eq', value: '2' }], then: 'reverse' },
  { when: [{ field: 'status', op: 'eq', value: '3' }], then: 'pending' },
  { when: [{ field: 'status', op: 'eq', value: '4' }], then: 'ignore' },
];
/** A plain wall, changed by the given parts. */
export const wall = (id: string, postback: Partial<WallDefinition['postback']>): WallDefinition => ({
  id,
  title: `Wall ${id}`,
  settings: [],
  secrets: ['key'],
  postback: {
    methods: ['GET'],
    fields: { tx: 'tx', user: 'user', points: 'points', usd: 'pay', offerName: 'name' },
    checks: [
      {
        kind: 'digest',
        digest: { algo: 'sha256', hmac: 'key', enc: 'hex', input: { sortedQuery: true } },
        at: { in: 'param', name: 'sig' },
      },
    ],
    test: [{ field: 'debug', op: 'eq', value: 'true' }],
    outcomes,
    otherwise: 'credit',
    amount: 'absolute',
    ack,
    ...postback,
  },
});
/** Fields of a plain wall that names offer, goal and click. */
export const OFFER_FIELDS = {
  ...{ tx: 'tx', user: 'user', points: 'points', usd: 'pay', offerName: 'name' },
  ...{ offerId: 'offer', goalId: 'goal', goalName: 'goal_name', clickId: 'click' },
};
/** A wall whose credits are pending for this many days. */
export const HELD_WALL = 'held';
export const HELD_DAYS = 7;
/** The same with reversals that have ids of their own. */
export const HELD_BY_CLICK = 'held-by-click';

/** One wall for each kind of proof of a postback, and some for special rules. */
export const definitions: WallDefinition[] = [
  wall('plain', {}),
  wall(HELD_WALL, {}),
  wall('by-url', {
    checks: [
      {
        kind: 'digest',
        digest: { algo: 'sha1', hmac: 'key', enc: 'base64url', input: { url: 'full', drop: ['hash'] } },
        at: { in: 'param', name: 'hash' },
      },
    ],
  }),
  wall('by-token', { checks: [{ kind: 'token', at: { in: 'param', name: 'token' }, secret: 'key' }] }),
  wall('by-body', {
    methods: ['POST'],
    body: 'json',
    fields: { tx: 'data.id', user: 'data.player', points: 'data.amount' },
    checks: [
      {
        kind: 'digest',
        digest: { algo: 'sha256', hmac: 'key', enc: 'hex', input: { rawBody: true } },
        at: { in: 'header', name: 'Signature' },
      },
    ],
  }),
  wall('by-form', {
    methods: ['POST'],
    body: 'form',
    checks: [
      {
        kind: 'digest',
        digest: { algo: 'md5', enc: 'hex', input: { template: '{tx}|{user}|{points}|{$key}' } },
        at: { in: 'param', name: 'sig' },
      },
    ],
  }),
  wall('listed', { ips: { list: ['192.0.2.0/24'], mode: 'enforce' } }),
  wall('listed-in-part', { ips: { list: ['192.0.2.0/24'], mode: 'flag' } }),
  wall('by-reference', {
    fields: { tx: 'tx', user: 'user', points: 'points', refTx: 'ref' },
    reversalTarget: { from: 'refTx' },
  }),
  ...['by-click', HELD_BY_CLICK].map((id) =>
    wall(id, {
      fields: { tx: 'tx', user: 'user', points: 'points', usd: 'pay', refTx: 'ref' },
      reversalTarget: { from: 'shared' },
    }),
  ),
];
