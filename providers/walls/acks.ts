import type { WallDefinition } from '#domain/earning/index.ts';

/** What a wall is told about its call, in the forms that several vendors share. */
type Acks = WallDefinition['postback']['ack'];

export const ONE_OR_ZERO: Acks = {
  ok: { status: 200, body: '1' },
  duplicate: { status: 200, body: '1' },
  badSignature: { status: 403, body: '0' },
  unknownUser: { status: 200, body: '1' },
  retry: { status: 503, body: '0' },
};

export const OK_OR_RETRY: Acks = {
  ok: { status: 200, body: 'ok' },
  duplicate: { status: 200, body: 'ok' },
  badSignature: { status: 403, body: 'bad signature' },
  unknownUser: { status: 200, body: 'ok' },
  retry: { status: 503, body: 'retry' },
};
