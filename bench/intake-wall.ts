import { createHmac } from 'node:crypto';

/** The walls of the measurements: an HMAC over the sorted query, as several vendors sign. */

export const WALL_KEY = 'a key of the measurements';
export const WALLS = ['bench-a', 'bench-b', 'bench-c', 'bench-d'];
export const POINTS = 10;
export const MEMBERS = 10_000;

export const wallsFile = () =>
  JSON.stringify({
    walls: WALLS.map((id) => ({
      definition: {
        id,
        title: id,
        settings: [],
        secrets: ['key'],
        postback: {
          methods: ['GET'],
          fields: { tx: 'tx', user: 'user', points: 'points', offerName: 'name' },
          checks: [
            {
              kind: 'digest',
              digest: { algo: 'sha256', hmac: 'key', enc: 'hex', input: { sortedQuery: true } },
              at: { in: 'param', name: 'sig' },
            },
          ],
          outcomes: [{ when: [{ field: 'status', op: 'eq', value: '2' }], then: 'reverse' }],
          otherwise: 'credit',
          amount: 'absolute',
          ack: {
            ok: { status: 200, body: 'ok' },
            duplicate: { status: 200, body: 'duplicate' },
            badSignature: { status: 403, body: 'forged' },
            unknownUser: { status: 200, body: 'unknown' },
            retry: { status: 503, body: 'retry' },
          },
        },
      },
      secrets: { key: WALL_KEY },
    })),
  });

export const memberCode = (index: number): string => `member${index}`;

/** The path of a signed call, with names in alphabetical order and values that need no escapes. */
export function signedPath(wall: string, tx: string, user: string, kind: 'credit' | 'reversal' = 'credit') {
  const status = kind === 'credit' ? 1 : 2;
  const query = `name=Survey&points=${POINTS}&status=${status}&tx=${tx}&user=${user}`;
  return `/api/postbacks/${wall}?${query}&sig=${signatureOf(query)}`;
}

export const signatureOf = (query: string): string =>
  createHmac('sha256', WALL_KEY).update(query).digest('hex');
