import { createHash } from 'node:crypto';
import { isListed } from './addresses.ts';
import type { Check, ConfiguredWall } from './definition.ts';
import { computeDigest, sameDigest, sameText } from './digest.ts';
import { proofOf, signedFields } from './proof.ts';
import type { Parameters, RawRequest, ReadRequest } from './request.ts';
import type { Values } from './template.ts';

/**
 * Returns why the request is not proven to come from the wall, or undefined if every check passes. `origin` is
 * APP_URL: whole-URL signatures cover the public address, whatever a proxy makes of it.
 */
export function whyUnproven(
  wall: ConfiguredWall,
  request: RawRequest,
  read: ReadRequest,
  origin: string,
): string | undefined {
  const { ips, checks } = wall.definition.postback;
  if (ips?.mode === 'enforce' && !isListed(ips.list, request.ip)) return 'the source address is not listed';
  for (const check of checks) {
    const reason = whyCheckFails(check, wall, request, read, origin);
    if (reason) return reason;
  }
  return undefined;
}

/** True if the wall's list of addresses is incomplete and does not name this one. */
export function isFlagged(wall: ConfiguredWall, request: RawRequest): boolean {
  const { ips } = wall.definition.postback;
  return ips?.mode === 'flag' && !isListed(ips.list, request.ip);
}

function whyCheckFails(
  check: Check,
  wall: ConfiguredWall,
  request: RawRequest,
  read: ReadRequest,
  origin: string,
): string | undefined {
  const { in: where, name } = check.at;
  const given = where === 'param' ? read.parameters.get(name) : request.header(name);
  const what = check.kind === 'token' ? 'token' : 'signature';
  if (given === undefined || given === '') return `the ${what} is missing`;
  const expected = proofFor(check, wall, request, read, origin);
  const same =
    check.kind === 'token' ? sameText(given, expected) : sameDigest(given, expected, check.digest.enc);
  return same ? undefined : `the ${what} is wrong`;
}

/**
 * Returns what the check must find: the secret of a token, or the digest of the request. Throws if the secret has no
 * value.
 */
export function proofFor(
  check: Check,
  wall: ConfiguredWall,
  request: RawRequest,
  read: ReadRequest,
  origin: string,
): string {
  if (check.kind === 'token') {
    const secret = wall.secrets[check.secret];
    if (!secret) throw new Error(`the secret ${check.secret} has no value`);
    return secret;
  }
  return computeDigest(check.digest, valuesOf(wall, read.parameters), {
    request,
    pairs: read.pairs,
    origin,
    carrier: check.at.in === 'param' ? check.at.name : undefined,
  });
}

/**
 * A proof that fits other values too, with the values it came with. It proves only the first values it is seen with.
 * Both are digests in hex.
 */
export interface Binding {
  proof: string;
  values: string;
}

/**
 * Returns the proofs to bind, for a request that is proven; empty if each proof fits only one set of values. Each
 * proof is bound alone, since two proofs may come from two calls. `isTest`: such proofs do not cover the mark of a
 * test call, and without the mark the call would be a credit.
 */
export function bindingsOf(
  wall: ConfiguredWall,
  request: RawRequest,
  read: ReadRequest,
  { origin, isTest }: { origin: string; isTest: boolean },
): Binding[] {
  return proofOf(wall).tied.map((check) => {
    // A truncated digest may be the same for two calls.
    const { truncate: _, ...digest } = check.digest;
    const proof = proofFor({ ...check, digest }, wall, request, read, origin);
    const fields = new Set(signedFields(digest));
    const values = [...fields].map((name) => read.parameters.get(name) ?? null);
    return { proof: shortHash([proof]), values: shortHash([...values, isTest ? 'test' : null]) };
  });
}

/** 128 bits: two texts with the same hash cannot be found. */
const shortHash = (values: (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32);

const valuesOf = (wall: ConfiguredWall, parameters: Parameters): Values => ({
  field: (name) => parameters.get(name),
  named: (name) => wall.settings[name] ?? wall.secrets[name],
});
