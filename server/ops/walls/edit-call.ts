import type { SignedCall } from '#domain/earning/index.ts';

/** Parameters by their name on the wire, or by their dotted path in a JSON body; undefined removes one. */
export type Changes = Readonly<Record<string, string | undefined>>;

/** Returns the call with other parameters and the same proof. New parameters come last. */
export function withParameters(call: SignedCall, changes: Changes): SignedCall {
  return Object.entries(changes).reduce((edited, [name, value]) => withParameter(edited, name, value), call);
}

function withParameter(call: SignedCall, name: string, value: string | undefined): SignedCall {
  const query = queryOf(call);
  if (query.has(name) || call.method === 'GET')
    return { ...call, target: targetOf(call, changed(query, name, value)) };
  if (!isJson(call))
    return { ...call, body: changed(new URLSearchParams(call.body), name, value).toString() };
  const root = JSON.parse(call.body) as Record<string, unknown>;
  const keys = name.split('.');
  const last = keys.pop() ?? name;
  let parent = root;
  for (const key of keys) {
    parent[key] ??= {};
    parent = parent[key] as Record<string, unknown>;
  }
  parent[last] = value;
  return { ...call, body: JSON.stringify(root) };
}

/** Returns the value of a parameter of the call. */
export function parameterOf(call: SignedCall, name: string): string | undefined {
  const found = queryOf(call).get(name);
  if (found !== null || call.method === 'GET') return found ?? undefined;
  if (!isJson(call)) return new URLSearchParams(call.body).get(name) ?? undefined;
  let value: unknown = JSON.parse(call.body);
  for (const key of name.split('.')) value = (value as Record<string, unknown> | undefined)?.[key];
  return value === undefined ? undefined : String(value);
}

/** Returns the call with one more pair in its query, at the beginning or at the end. */
export function withPair(call: SignedCall, pair: string, place: 'first' | 'last'): SignedCall {
  const [path = '', query = ''] = call.target.split('?');
  const pairs = place === 'first' ? [pair, query] : [query, pair];
  return { ...call, target: `${path}?${pairs.filter((text) => text !== '').join('&')}` };
}

const isJson = ({ headers }: SignedCall) => headers['Content-Type'] === 'application/json';
const queryOf = ({ target }: SignedCall) => new URLSearchParams(target.split('?')[1] ?? '');

function changed(pairs: URLSearchParams, name: string, value: string | undefined): URLSearchParams {
  if (value === undefined) pairs.delete(name);
  else pairs.set(name, value);
  return pairs;
}

function targetOf({ target }: SignedCall, query: URLSearchParams): string {
  const [path = ''] = target.split('?');
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}
