import type { ConfiguredWall, RawRequest } from '#domain/earning/index.ts';

type Postback = ConfiguredWall['definition']['postback'];
type Check = Postback['checks'][number];

/** Values of the known answers that the vendors publish or that were computed from their recipes. */
export const TEST_ORIGIN = 'https://pub.example';

/** A wall with one check, and defaults for everything that is not given. */
export function wallWith(
  check: Check,
  postback: Partial<Postback> = {},
  secrets: Record<string, string> = { key: 'test-secret' },
): ConfiguredWall {
  return {
    definition: {
      id: 'w',
      title: 'W',
      settings: [],
      secrets: Object.keys(secrets),
      postback: {
        methods: ['GET', 'POST'],
        fields: { tx: 'tx', user: 'user', points: 'points' },
        checks: [check],
        outcomes: [],
        otherwise: 'credit',
        amount: 'absolute',
        ack: {
          ok: { status: 200, body: 'ok' },
          duplicate: { status: 200, body: 'dup' },
          badSignature: { status: 403, body: 'bad' },
          unknownUser: { status: 200, body: 'unknown' },
          retry: { status: 503, body: 'retry' },
        },
        ...postback,
      },
    },
    settings: {},
    secrets,
    maxPoints: 1000,
    holdDays: 0,
    share: [],
  };
}

export function rawRequest(values: {
  target: string;
  method?: string;
  body?: string;
  headers?: Record<string, string>;
  ip?: string;
}): RawRequest {
  return {
    method: values.method ?? 'GET',
    target: values.target,
    header: (name) => values.headers?.[name.toLowerCase()],
    body: Buffer.from(values.body ?? ''),
    ip: values.ip ?? '127.0.0.1',
  };
}
