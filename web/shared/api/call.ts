import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import type { CallInput, CallName, CallOutput } from '#contract/index.ts';
import { noteServerTime } from './clock.ts';
import { signedInAgain } from './sign-in-again.ts';
import { keepVersion, versionOf } from './versions.ts';

const NOT_MODIFIED = 304;

/** A refused or failed call. `message` is `<status>: <text>`. */
export class CallError extends Error {
  readonly status: number;
  /** The server's message, without the status. */
  readonly text: string;
  /** Undefined when the response did not come from the application itself (a proxy, for example). */
  readonly code: ErrorCode | undefined;
  /** Bad input fields: dotted path -> text. */
  readonly fields: Record<string, string>;
  readonly details: Record<string, string | number>;
  /** Seconds to wait before the next try. */
  readonly retryAfter: number | undefined;

  constructor(answer: {
    status: number;
    text: string;
    body?: Partial<ErrorBody> | undefined;
    retryAfter?: number | undefined;
  }) {
    super(`${answer.status}: ${answer.text}`);
    this.name = 'CallError';
    this.status = answer.status;
    this.text = answer.text;
    this.code = answer.body?.code;
    this.fields = answer.body?.fields ?? {};
    this.details = answer.body?.details ?? {};
    this.retryAfter = answer.retryAfter;
  }
}

/** The server was not reached: no connection, or it broke. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('Network error. Please try again.', { cause });
    this.name = 'NetworkError';
  }
}

type Given<N extends CallName> = {
  [P in 'params' | 'query' | 'body' as undefined extends CallInput<N>[P] ? never : P]: CallInput<N>[P];
};
type Options = { signal?: AbortSignal };
export type Arguments<N extends CallName> = keyof Given<N> extends never
  ? [options?: Options]
  : [input: Given<N> & Options];

/**
 * Makes one call of the contract, cookies included: `call('POST /api/login', { body })`.
 * Throws CallError for any response that is not a success, NetworkError when there is none.
 * If the session has ended, it waits for the member to sign in again, and throws if they do not.
 */
export async function call<N extends CallName>(name: N, ...[input]: Arguments<N>): Promise<CallOutput<N>> {
  const given: { params?: object; query?: object; body?: unknown; signal?: AbortSignal } = input ?? {};
  const [method, path = ''] = name.split(' ');
  const init: RequestInit = { method, credentials: 'include', signal: given.signal ?? null };
  const url = address(path, given.params, given.query);
  if (method === 'GET') return read(url, init);
  if (given.body !== undefined) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(given.body);
  }
  return (await success(url, init)).json();
}

/** Reads again only what has changed since. */
async function read<T>(url: string, init: RequestInit): Promise<T> {
  const known = versionOf(url);
  const response = await success(
    url,
    known ? { ...init, headers: { 'If-None-Match': known.version } } : init,
  );
  if (known && response.status === NOT_MODIFIED) return known.value as T;
  const value = await response.json();
  keepVersion(url, response.headers.get('etag'), value);
  return value;
}

/** Downloads a file of the site with its name. Throws as `call` does. */
export async function download(path: string): Promise<{ name: string; content: Blob }> {
  const response = await success(path, { credentials: 'include' });
  const disposition = response.headers.get('content-disposition') ?? '';
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'download';
  // The connection may break during the download.
  const content = await response.blob().catch((error: unknown) => {
    throw new NetworkError(error);
  });
  return { name, content };
}

function address(path: string, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params));
  const filled = path.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(String(values.get(key))));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString();
  return search ? `${filled}?${search}` : filled;
}

/** A call refused for lack of a session had no effect, so it is sent again under the new one. */
async function success(url: string, init: RequestInit): Promise<Response> {
  const response = await answer(url, init);
  if (response.ok || response.status === NOT_MODIFIED) return response;
  const error = await failure(response);
  if (error.code === 'not_signed_in' && (await signedInAgain())) return success(url, init);
  throw error;
}

async function answer(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    noteServerTime(response.headers.get('date'));
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new NetworkError(error);
  }
}

/** The error of a response that is not a success: text is `error` of a JSON body, else the body, else the status text. */
export async function failure(response: Response): Promise<CallError> {
  const raw = await response.text();
  const body = errorBody(raw);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new CallError({
    status: response.status,
    text: body?.error || raw || response.statusText,
    body,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}

function errorBody(raw: string): Partial<ErrorBody> | undefined {
  try {
    const parsed: Partial<ErrorBody> | null = JSON.parse(raw);
    return typeof parsed?.error === 'string' ? parsed : undefined;
  } catch {
    return undefined;
  }
}
