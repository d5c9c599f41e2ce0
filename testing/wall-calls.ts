import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { WallFixture } from './wall-fixtures.ts';

/** Decoded parameters by their name on the wire. */
export type Params = Record<string, string>;
export type Encode = (params: Params) => string;
export const plus: Encode = (params) => new URLSearchParams(params).toString();
/** Spaces as %20 and hexadecimal in small letters, as some languages encode. */
export const percent: Encode = (params) =>
  Object.entries(params)
    .map((pair) => pair.map((text) => encodeURIComponent(text)).join('='))
    .join('&')
    .replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

/** A postback on the wire. */
export interface Call {
  target: string;
  body: string;
  headers: Record<string, string>;
}

/** The call that the vendor makes to a site at `origin`, with a proof by the fixture's recipe. */
export function provenCall(
  fixture: WallFixture,
  origin: string,
  params: Params,
  encode: Encode = plus,
): Call {
  const address = `/api/postbacks/${fixture.id}`;
  const { body: kind, secrets } = fixture;
  const bodyOf = (values: Params) =>
    kind === 'json' ? JSON.stringify(nested(values)) : kind === 'form' ? encode(values) : '';
  const url = kind ? origin + address : `${origin}${address}?${encode(params)}`;
  const { params: added = {}, headers = {} } = fixture.prove({
    p: params,
    url,
    body: bodyOf(params),
    secrets,
  });
  const type = kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  if (kind)
    return {
      target: address,
      body: bodyOf({ ...params, ...added }),
      headers: { ...headers, 'Content-Type': type },
    };
  return { target: `${address}?${encode(params)}&${encode(added)}`, body: '', headers };
}

function nested(params: Params): unknown {
  const root: Record<string, unknown> = {};
  const data: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(params)) {
    if (name.startsWith('data.')) data[name.slice('data.'.length)] = value;
    else root[name] = value;
  }
  return { ...root, data };
}

/** Status and body of the response. The address is sent unchanged; `fetch` would encode some of it again. */
export function sendCall(url: string, fixture: WallFixture, call: Call, ip: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      method: fixture.body ? 'POST' : 'GET',
      path: call.target,
      headers: { ...call.headers, 'X-Forwarded-For': ip },
    };
    request(url, options, (response) => {
      text(response).then((body) => resolve(`${response.statusCode} ${body}`), reject);
    })
      .on('error', reject)
      .end(fixture.body ? call.body : undefined);
  });
}

/** The value on the wire with another first letter or digit. */
export function withValueChanged(call: Call, name: string, value: string): Call {
  const key = name.slice(name.lastIndexOf('.') + 1);
  const sent = plus({ x: value }).slice(2);
  const replaced = (text: string, pair: string, changed: string) => {
    if (!text.includes(pair)) throw new Error(`${name} is not in the call`);
    return text.replace(pair, changed);
  };
  if (call.headers['Content-Type'] === 'application/json') {
    return { ...call, body: replaced(call.body, `"${key}":"${value}"`, `"${key}":"${otherThan(value)}"`) };
  }
  if (call.body) return { ...call, body: replaced(call.body, `${key}=${sent}`, `${key}=${otherThan(sent)}`) };
  return { ...call, target: replaced(call.target, `${key}=${sent}`, `${key}=${otherThan(sent)}`) };
}

/** The call with another first character in the proof of the named parameter or header, or with the given proof. */
export function withProofChanged(call: Call, name: string, value?: string): Call {
  const other = (proof: string) => value ?? otherThan(proof);
  const header = call.headers[name];
  if (header !== undefined) return { ...call, headers: { ...call.headers, [name]: other(header) } };
  const pair = new RegExp(`(?<=[?&]${name}=)[^&]*`);
  if (call.body) return { ...call, body: call.body.replace(pair, other) };
  return { ...call, target: call.target.replace(pair, other) };
}

const otherThan = (text: string) => (text.startsWith('7') ? '8' : '7') + text.slice(1);
