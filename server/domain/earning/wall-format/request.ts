import type { Postback } from './definition.ts';

/** A postback as received, nothing decoded. */
export interface RawRequest {
  method: string;
  /** Path and query of the request line: `/api/postbacks/cpx?trans_id=1`. */
  target: string;
  /** Returns the value of a header; names are case-insensitive. */
  header: (name: string) => string | undefined;
  body: Buffer;
  /** The sender's address, with trusted proxies taken into account. */
  ip: string;
}

/** Decoded parameters by their name on the wire; leaves of a JSON body by their dotted path. */
export type Parameters = ReadonlyMap<string, string>;

/** The decoded parameters of a request. */
export interface ReadRequest {
  parameters: Parameters;
  /** Decoded names and values of the query, then those of a form body. */
  pairs: URLSearchParams;
}

/** The request cannot be read, or could be read in two ways. The message is stored as the reason. */
export class UnreadableRequest extends Error {}

const JSON_DEPTH_MAX = 20;

/**
 * Returns the parameters of query and body together. Throws UnreadableRequest for a body in the wrong format, or a
 * name that comes twice, since the signed copy may not be the one that is read.
 */
export function readParameters(request: RawRequest, body: 'none' | 'form' | 'json'): ReadRequest {
  const parameters = new Map<string, string>();
  const add = (value: string, name: string) => {
    if (parameters.has(name)) throw new UnreadableRequest('a parameter is supplied twice');
    parameters.set(name, value);
  };
  const pairs = formPairs(request, body);
  pairs.forEach(add);
  if (body === 'json' && request.body.length > 0)
    addLeaves(parseJson(request.body.toString('utf8')), '', add);
  return { parameters, pairs };
}

/**
 * Returns the request without the part that no check can cover: a signature over the body does not cover the query,
 * one over the address does not cover the body. A sender with one proven call could add values there. Returns the
 * same object if all of it counts.
 */
export function withoutUncovered(request: RawRequest, { checks }: Pick<Postback, 'checks'>): RawRequest {
  const inputs = checks.flatMap((check) => (check.kind === 'digest' ? [check.digest.input] : []));
  const body = inputs.some((input) => 'rawBody' in input);
  const address = inputs.some((input) => 'url' in input);
  if (body === address) return request;
  return address
    ? { ...request, body: Buffer.alloc(0) }
    : { ...request, target: request.target.replace(/\?.*$/s, '') };
}

function formPairs(request: RawRequest, body: 'none' | 'form' | 'json'): URLSearchParams {
  const start = request.target.indexOf('?');
  const pairs = new URLSearchParams(start < 0 ? '' : request.target.slice(start + 1));
  if (body === 'form') {
    for (const [name, value] of new URLSearchParams(request.body.toString('utf8'))) pairs.append(name, value);
  }
  return pairs;
}

/** The raw target without the named parameters; all other bytes are unchanged. */
export function withoutParameters(target: string, names: string[]): string {
  const start = target.indexOf('?');
  if (start < 0) return target;
  const segments = target.slice(start + 1).split('&');
  const kept = segments.filter((segment) => {
    const name = [...new URLSearchParams(segment).keys()][0];
    return name === undefined || !names.includes(name);
  });
  if (kept.length === segments.length) return target;
  return target.slice(0, start) + (kept.length > 0 ? `?${kept.join('&')}` : '');
}

/** Numbers keep the text that was sent, since signatures and amounts depend on their digits. */
function parseJson(text: string): unknown {
  refuseRepeatedKeys(text);
  try {
    return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? (context?.source ?? String(value)) : value,
    );
  } catch {
    throw new UnreadableRequest('the body is not valid JSON');
  }
}

/**
 * An unclosed string matches to the end; otherwise each of its quotes would start another search, which could take
 * seconds.
 */
const JSON_TOKEN = /"(?:[^"\\]|\\.)*(?:"(\s*:)?|\\?$)|[{}[\]]/gs;

/** Throws on repeated keys, of which JSON.parse silently takes the last, and bounds the depth. */
function refuseRepeatedKeys(text: string): void {
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(JSON_TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (colon) {
      const key = unescaped(token.slice(0, -colon.length));
      if (open.at(-1)?.has(key)) throw new UnreadableRequest('a parameter is supplied twice');
      open.at(-1)?.add(key);
    }
    if (open.length > JSON_DEPTH_MAX) throw new UnreadableRequest('the body is nested too deeply');
  }
}

function unescaped(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw new UnreadableRequest('the body is not valid JSON');
  }
}

/** A null counts as not sent. */
function addLeaves(value: unknown, path: string, add: (value: string, name: string) => void): void {
  if (value === null || value === undefined) return;
  if (typeof value === 'object') {
    for (const [key, child] of Object.entries(value)) addLeaves(child, path ? `${path}.${key}` : key, add);
  } else {
    add(String(value), path);
  }
}
