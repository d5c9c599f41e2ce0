import type { WallDefinition } from '#domain/earning/index.ts';

/** Parts of a definition in the forms that several vendors share. */
type Postback = WallDefinition['postback'];
type Digest = Extract<Postback['checks'][number], { kind: 'digest' }>['digest'];
type Meaning = Postback['outcomes'][number]['then'];

/** The MD5 of a template, in hex. */
export const md5 = (template: string): Digest => ({ algo: 'md5', enc: 'hex', input: { template } });

/** The call carries this digest in a parameter. */
export const digestIn = (name: string, digest: Digest) =>
  ({ kind: 'digest', digest, at: { in: 'param', name } }) as const;

/** What a call means by the value of one field. */
export const byValue = (field: string, meanings: Record<string, Meaning>): Postback['outcomes'] =>
  Object.entries(meanings).map(([value, then]) => ({ when: [{ field, op: 'eq', value }], then }));

/** What a wall is told about its call. */
export const ONE_OR_ZERO: Postback['ack'] = {
  ok: { status: 200, body: '1' },
  duplicate: { status: 200, body: '1' },
  badSignature: { status: 403, body: '0' },
  unknownUser: { status: 200, body: '1' },
  retry: { status: 503, body: '0' },
};

export const OK_OR_RETRY: Postback['ack'] = {
  ok: { status: 200, body: 'ok' },
  duplicate: { status: 200, body: 'ok' },
  badSignature: { status: 403, body: 'bad signature' },
  unknownUser: { status: 200, body: 'ok' },
  retry: { status: 503, body: 'retry' },
};
