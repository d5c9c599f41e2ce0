import type { ConfiguredWall } from './definition.ts';
import { type RawRequest, readParameters } from './request.ts';
import { proofFor, whyUnproven } from './verify.ts';

/** A postback ready to be sent. `target` is path and query; `body` is empty if the query says everything. */
export interface SignedCall {
  method: 'GET' | 'POST';
  target: string;
  headers: Record<string, string>;
  body: string;
}

/** Decoded names and values in the order in which they are sent. */
export type Pairs = readonly (readonly [name: string, value: string])[];

const CONTENT_TYPES = { form: 'application/x-www-form-urlencoded', json: 'application/json' } as const;
const UNLISTED = '127.0.0.1';

/**
 * Signs a postback as the wall's company would, with the code that verifies it. `origin` is APP_URL. Throws if the
 * parameters cannot be proven, for example because they include a signature.
 */
export function signPostback(wall: ConfiguredWall, parameters: Pairs, origin: string): SignedCall {
  const { checks, body = 'none' } = wall.definition.postback;
  const pairs = [...parameters];
  const headers: Record<string, string> = {};
  for (const check of checks) {
    const request = rawRequestOf(wall, write(wall, pairs, headers));
    const proof = proofFor(check, wall, request, readParameters(request, body), origin);
    if (check.at.in === 'header') headers[check.at.name] = proof;
    else pairs.push([check.at.name, proof]);
  }
  const call = write(wall, pairs, headers);
  const request = rawRequestOf(wall, call);
  const unproven = whyUnproven(wall, request, readParameters(request, body), origin);
  if (unproven) throw new Error(`the call cannot be signed: ${unproven}`);
  return call;
}

/** The call as the server receives it, sent from an address that the wall lists. */
export function rawRequestOf(wall: ConfiguredWall, call: SignedCall): RawRequest {
  const headers = new Headers(call.headers);
  return {
    method: call.method,
    target: call.target,
    header: (name) => headers.get(name) ?? undefined,
    body: Buffer.from(call.body),
    ip: sourceOf(wall) ?? UNLISTED,
  };
}

/** An address from which the wall may call, if it lists any. */
export const sourceOf = (wall: ConfiguredWall): string | undefined =>
  wall.definition.postback.ips?.list[0]?.split('/')[0];

function write(wall: ConfiguredWall, pairs: Pairs, headers: Record<string, string>): SignedCall {
  const { id, postback } = wall.definition;
  const path = `/api/postbacks/${id}`;
  const kind = postback.body ?? 'none';
  const form = new URLSearchParams(pairs.map(([name, value]) => [name, value])).toString();
  if (kind === 'none' || !postback.methods.includes('POST')) {
    const method = postback.methods.includes('GET') ? 'GET' : 'POST';
    return { method, target: form ? `${path}?${form}` : path, headers: { ...headers }, body: '' };
  }
  return {
    method: 'POST',
    target: path,
    headers: { 'Content-Type': CONTENT_TYPES[kind], ...headers },
    body: kind === 'form' ? form : JSON.stringify(nested(pairs)),
  };
}

interface Nested {
  [key: string]: string | Nested;
}

/** Dotted names as objects: `data.id` is `{ data: { id } }`. */
function nested(pairs: Pairs): Nested {
  const root: Nested = {};
  for (const [name, value] of pairs) {
    const keys = name.split('.');
    const last = keys.pop() ?? name;
    let parent = root;
    for (const key of keys) {
      const child = parent[key];
      const next: Nested = typeof child === 'object' ? child : {};
      parent[key] = next;
      parent = next;
    }
    parent[last] = value;
  }
  return root;
}
