import type { ConfiguredWall } from './definition.ts';
import { printable } from './engine/read-postback.ts';
import type { RawRequest } from './engine/request.ts';

/** Longest raw form that is kept. */
const RAW_LENGTH_MAX = 8_000;
const REDACTED = '[redacted]';
const CUT = '\n[cut]';
/** Shorter ones would be found inside of ordinary words. */
const SECRET_LENGTH_MIN = 4;

/**
 * Method, target and body as received, for the records, which members and staff read: what proves the call is replaced,
 * token or signature, wherever the call says it, and so is every copy of a secret. It is cut to a bounded length. A body
 * that the wall does not send is left out, as are headers.
 */
export function redactedRaw(wall: ConfiguredWall, request: RawRequest): string {
  const { body: kind = 'none' } = wall.definition.postback;
  const { carriers, headers, secretForms } = hiddenOf(wall);
  const text = kind === 'none' ? '' : request.body.toString('utf8');
  const body = kind === 'form' ? redactPairs(text, carriers) : redactLeaves(text, carriers);
  const whole = `${request.method} ${redactQuery(request.target, carriers)}\n\n${body}`;
  const pairs = [request.target.replace(/^[^?]*/, ''), kind === 'form' ? text : ''].map(
    (part) => new URLSearchParams(part),
  );
  const proofs = [
    ...headers.map((name) => request.header(name) ?? ''),
    ...carriers.flatMap((name) => pairs.map((part) => part.get(name) ?? '')),
  ];
  const hidden = [...secretForms, ...formsOf(proofs)];
  const raw = printable(hidden.reduce((rest, form) => rest.replaceAll(form, REDACTED), whole));
  return raw.length > RAW_LENGTH_MAX ? raw.slice(0, RAW_LENGTH_MAX) + CUT : raw;
}

/** The request that `redactedRaw` kept, or undefined if it was cut. Headers are not kept. */
export function requestOf(raw: string, ip: string): RawRequest | undefined {
  if (raw.endsWith(CUT)) return undefined;
  const end = raw.indexOf('\n\n');
  const [method = '', ...target] = raw.slice(0, end).split(' ');
  const body = Buffer.from(raw.slice(end + 2));
  return { method, target: target.join(' '), header: () => undefined, body, ip };
}

interface Hidden {
  /** Names of the parameters that carry a token or a signature. */
  carriers: string[];
  /** Names of the headers that do. */
  headers: string[];
  /** Each secret as it may be written in a request. */
  secretForms: string[];
}

const hiddenOfWalls = new WeakMap<ConfiguredWall, Hidden>();

/** Found once per wall: each of its calls is redacted. */
function hiddenOf(wall: ConfiguredWall): Hidden {
  const known = hiddenOfWalls.get(wall);
  if (known) return known;
  const at = (where: 'param' | 'header') =>
    wall.definition.postback.checks.map((check) => check.at).filter((place) => place.in === where);
  const hidden = {
    carriers: at('param').map(({ name }) => name),
    headers: at('header').map(({ name }) => name),
    secretForms: formsOf(Object.values(wall.secrets)),
  };
  hiddenOfWalls.set(wall, hidden);
  return hidden;
}

function redactQuery(target: string, names: string[]): string {
  const start = target.indexOf('?');
  return start < 0 ? target : `${target.slice(0, start)}?${redactPairs(target.slice(start + 1), names)}`;
}

function redactPairs(text: string, names: string[]): string {
  if (names.length === 0) return text;
  return text
    .split('&')
    .map((segment) => {
      const name = [...new URLSearchParams(segment).keys()][0];
      return name !== undefined && names.includes(name) ? `${segment.split('=')[0]}=${REDACTED}` : segment;
    })
    .join('&');
}

/** The last part of a dotted path is the key of the JSON leaf. */
function redactLeaves(text: string, paths: string[]): string {
  if (paths.length === 0) return text;
  const keys = paths.map((path) => path.slice(path.lastIndexOf('.') + 1));
  return text.replace(JSON_STRING, (whole, key, colon) =>
    colon !== undefined && keys.includes(key.slice(1, -1)) ? `${key}${colon}"${REDACTED}"` : whole,
  );
}

/** A string, with its value if it is the key of a leaf. One that is never closed ends with the text: see engine/request.ts. */
const JSON_STRING = /("(?:[^"\\]|\\.)*(?:"|\\?$))(?:(\s*:\s*)("(?:[^"\\]|\\.)*(?:"|\\?$)|[\w.+-]+))?/gs;

function formsOf(secrets: string[]): string[] {
  const forms = secrets
    .filter((secret) => secret.length >= SECRET_LENGTH_MIN)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams({ '': secret }).toString().slice(1),
      JSON.stringify(secret).slice(1, -1),
    ]);
  return [...new Set(forms)];
}
