import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import type { CallInput, CallName, CallOutput } from '#contract/index.ts';
import { ANSWER_MS_MAX, timeLimit } from '#web/shared/browser/time-limit.ts';
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

/** The server was not reached: no connection, it broke, or it was silent for too long. */
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
  return whole((await success(url, init)).json());
}

/** Reads again only what has changed since. */
async function read<T>(url: string, init: RequestInit): Promise<T> {
  const known = versionOf(url);
  const response = await success(
    url,
    known ? { ...init, headers: { 'If-None-Match': known.version } } : init,
  );
  if (known && response.status === NOT_MODIFIED) return known.value as T;
  const value = await whole(response.json());
  keepVersion(url, response.headers.get('etag'), value);
  return value;
}

function address(path: string, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params));
  const filled = path.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(String(values.get(key))));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString();
  return search ? `${filled}?${search}` : filled;
}

/**
 * The response of a request that succeeds within so many milliseconds, its body included. A call refused for lack of a session
 * had no effect, so it is sent again: soon, and if that is refused as well, once the member has signed in again. Throws as
 * `call` does.
 */
export async function success(
  url: string,
  init: RequestInit,
  msMax = ANSWER_MS_MAX,
  isFirst = true,
): Promise<Response> {
  const response = await answer(url, { ...init, signal: timeLimit(msMax, init.signal) });
  if (response.ok || response.status === NOT_MODIFIED) return response;
  const error = await failure(response);
  if (error.code === 'not_signed_in' && (await signedInAgain(isFirst)))
    return success(url, init, msMax, !isFirst);
  throw error;
}

async function answer(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init).catch(broken);
  noteServerTime(response.headers.get('date'));
  return response;
}

/** A body. Throws NetworkError if the connection breaks before all of it is here. */
export const whole = <T>(body: Promise<T>): Promise<T> => body.catch(broken);

function broken(error: unknown): never {
  // Who asked has given up, or what came is not what it should be.
  if (error instanceof SyntaxError || (error instanceof DOMException && error.name === 'AbortError'))
    throw error;
  throw new NetworkError(error);
}

/** The error of a response that is not a success: text is `error` of a JSON body, else the body, else the status text. */
export async function failure(response: Response): Promise<CallError> {
  const raw = await whole(response.text());
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
