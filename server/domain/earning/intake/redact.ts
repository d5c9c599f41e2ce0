import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { printable } from '#domain/earning/wall-format/read-postback.ts';
import { type RawRequest, readParameters, UnreadableRequest } from '#domain/earning/wall-format/request.ts';

/** Longest raw form that is kept, in characters. */
const RAW_LENGTH_MAX = 8_000;
export const REDACTED = '[redacted]';
/** What the log keeps of a call about a member who has left. */
export const EMPTIED = { raw: '[erased]', sourceIp: '' };
/** How a raw form ends that was cut. */
export const CUT = '\n[cut]';
/** A shorter secret could be found inside ordinary words. */
const SECRET_LENGTH_MIN = 4;

/**
 * Returns method, target and body as received, for logs that members and staff read. The token or signature is
 * replaced wherever the call repeats it, and so is each secret. The text is cut to RAW_LENGTH_MAX; headers, and a
 * body that the wall does not use, are left out.
 */
export function redactedRaw(wall: ConfiguredWall, request: RawRequest): string {
  const { body: kind = 'none' } = wall.definition.postback;
  const { carriers, secretForms } = hiddenOf(wall);
  const text = kind === 'none' ? '' : request.body.toString('utf8');
  const proofs = proofsOf(wall, request).filter(isLong);
  const hidden = [...Object.values(wall.secrets).filter(isLong), ...proofs];
  const body = kind === 'form' ? redactPairs(text, carriers, hidden) : redactLeaves(text, carriers, hidden);
  const whole = `${request.method} ${redactQuery(request.target, carriers, hidden)}\n\n${body}`;
  const forms = [...secretForms, ...formsOf(proofs)];
  const raw = printable(forms.reduce((rest, form) => rest.replaceAll(form, REDACTED), whole));
  return raw.length > RAW_LENGTH_MAX ? raw.slice(0, RAW_LENGTH_MAX) + CUT : raw;
}

/** Returns the request that `redactedRaw` kept, without headers; undefined if it was cut. */
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
  /** Names of the headers that carry one. */
  headers: string[];
  /** Each secret in every encoding that a request may use. */
  secretForms: string[];
}

const hiddenOfWalls = new WeakMap<ConfiguredWall, Hidden>();

/** Computed once per wall. */
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

/** The values at the places where proofs are expected, right or wrong. */
function proofsOf(wall: ConfiguredWall, request: RawRequest): string[] {
  const { carriers, headers } = hiddenOf(wall);
  const { body: kind = 'none' } = wall.definition.postback;
  const pairs = [request.target.replace(/^[^?]*/, ''), kind === 'form' ? request.body.toString('utf8') : ''];
  return [
    ...headers.map((name) => request.header(name) ?? ''),
    ...pairs.flatMap((part) => carriers.map((name) => new URLSearchParams(part).get(name) ?? '')),
    ...(kind === 'json' ? leavesOf(request, carriers) : []),
  ];
}

function leavesOf(request: RawRequest, names: string[]): string[] {
  if (names.length === 0) return [];
  try {
    const { parameters } = readParameters(request, 'json');
    return names.map((name) => parameters.get(name) ?? '');
  } catch (error) {
    // An unreadable body proves nothing.
    if (error instanceof UnreadableRequest) return [];
    throw error;
  }
}

const isLong = (text: string) => text.length >= SECRET_LENGTH_MIN;

function redactQuery(target: string, names: string[], hidden: string[]): string {
  const start = target.indexOf('?');
  if (start < 0) return target;
  return `${target.slice(0, start)}?${redactPairs(target.slice(start + 1), names, hidden)}`;
}

function redactPairs(text: string, names: string[], hidden: string[]): string {
  return text
    .split('&')
    .map((segment) => {
      const [[name, value] = ['', '']] = segment === '' ? [] : new URLSearchParams(segment);
      const isHidden = names.includes(name) || hidden.some((one) => value.includes(one));
      return isHidden ? `${segment.split('=')[0]}=${REDACTED}` : segment;
    })
    .join('&');
}

/** Compares the last part of each dotted path with the keys of the JSON body. */
function redactLeaves(text: string, paths: string[], hidden: string[]): string {
  const keys = paths.map((path) => path.slice(path.lastIndexOf('.') + 1));
  const isHidden = (quoted: string) => hidden.some((one) => unescaped(quoted).includes(one));
  const shown = (quoted: string) => (isHidden(quoted) ? `"${REDACTED}"` : quoted);
  return text.replace(JSON_STRING, (_whole, key: string, colon?: string, value = '') => {
    if (colon === undefined) return shown(key);
    return keys.includes(unescaped(key)) || isHidden(value)
      ? `${key}${colon}"${REDACTED}"`
      : `${shown(key)}${colon}${value}`;
  });
}

/** The decoded JSON string; a broken one is returned unchanged. */
function unescaped(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.replace(/^"|"$/g, '');
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

/**
 * A JSON string, with its value if it is a key. A string that is never closed ends with the text: see
 * wall-format/request.ts.
 */
const JSON_STRING = /("(?:[^"\\]|\\.)*(?:"|\\?$))(?:(\s*:\s*)("(?:[^"\\]|\\.)*(?:"|\\?$)|[\w.+-]+))?/gs;

function formsOf(secrets: string[]): string[] {
  const forms = secrets
    .filter(isLong)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      new URLSearchParams({ '': secret }).toString().slice(1),
      JSON.stringify(secret).slice(1, -1),
    ]);
  return [...new Set(forms)];
}
