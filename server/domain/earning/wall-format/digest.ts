import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Digest } from './definition.ts';
import { type RawRequest, withoutParameters } from './request.ts';
import { fill, type Values } from './template.ts';

/** What a digest may cover besides fields and settings. Absent for an embed, which has no request. */
export interface SignedRequest {
  request: RawRequest;
  /** Decoded pairs of the query and, if the wall sends one, of the form. */
  pairs: URLSearchParams;
  /** Origin by which the vendor knows this site (APP_URL), without a trailing slash. */
  origin: string;
  /** The parameter that carries the signature; it cannot cover itself. */
  carrier: string | undefined;
}

/** Returns the digest as text, in its encoding. */
export function computeDigest(digest: Digest, values: Values, signed?: SignedRequest): string {
  const input = digestInput(digest.input, values, signed);
  const hash =
    digest.hmac === undefined
      ? createHash(digest.algo)
      : createHmac(digest.algo, values.named(digest.hmac) ?? missing(digest.hmac));
  const text = hash.update(input).digest(digest.enc);
  return digest.truncate === undefined ? text : text.slice(0, digest.truncate);
}

function digestInput(input: Digest['input'], values: Values, signed?: SignedRequest): string | Buffer {
  if ('template' in input) return fill(input.template, values);
  if ('parts' in input) return joinParts(input, values);
  if (!signed) throw new Error('a digest of the request needs a request');
  const { request, pairs, origin, carrier } = signed;
  const dropped = (drop: string[]) => (carrier === undefined ? drop : [...drop, carrier]);
  if ('url' in input) return origin + withoutParameters(request.target, dropped(input.drop));
  if ('sortedQuery' in input) return sortedQuery(pairs, dropped(input.drop ?? []));
  return request.body;
}

/** A part whose name starts with `$` is a setting or a secret. */
function joinParts(input: { parts: [string, string][]; join: string }, values: Values): string {
  const texts: string[] = [];
  for (const [name, when] of input.parts) {
    const value = name.startsWith('$') ? values.named(name.slice(1)) : values.field(name);
    if (when === 'present' && value === undefined) continue;
    if (when === 'nonempty' && !value) continue;
    texts.push(value ?? '');
  }
  return texts.join(input.join);
}

/** Form-encoded as in the URL standard (space is `+`), sorted by name in code units. */
function sortedQuery(pairs: URLSearchParams, drop: string[]): string {
  const query = new URLSearchParams(pairs);
  for (const name of drop) query.delete(name);
  query.sort();
  return query.toString();
}

/** Compares a received digest in constant time. Hex may come in either case. */
export function sameDigest(given: string, expected: string, enc: Digest['enc']): boolean {
  const exact = enc === 'hex' ? given.toLowerCase() : given;
  const [left, right] = [Buffer.from(exact), Buffer.from(expected)];
  // The length of a digest is no secret.
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Compares two texts in constant time, whatever their lengths. */
export function sameText(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}

function missing(name: string): never {
  throw new Error(`the secret ${name} has no value`);
}
