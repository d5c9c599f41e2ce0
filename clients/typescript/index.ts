import type { Calls, ErrorBody, ErrorCode, Webhooks } from './api.ts';

/** A client of Pocketful's API for Node, Deno, Bun and browsers. It needs nothing but `fetch`. */

export type * from './api.ts';

export interface Options {
  /** Where the site runs: `https://rewards.example`. */
  url: string;
  /** An API key, for the calls of the administration. Without one, a browser sends the cookie of its session. */
  key?: string;
  /** How long one try may take. */
  timeoutMs?: number;
  /** Tries of a call that may be repeated, if the site is busy or out of reach. */
  tries?: number;
}

type Input<N extends keyof Calls> = Omit<Calls[N], 'output'>;
type Rest<N extends keyof Calls> =
  Record<never, never> extends Input<N> ? [input?: Input<N>] : [input: Input<N>];
type Paged = {
  [N in keyof Calls]: Calls[N] extends { query?: { before?: string } | { after?: string } } ? N : never;
}[keyof Calls];

export interface Client {
  /**
   * Makes a call and returns its response. Throws RefusedError if the site refuses, an error of `fetch` if it is out of
   * reach. Reads are repeated when the site is busy or out of reach, and so is what carries a `requestId`.
   */
  call: <N extends keyof Calls>(name: N, ...rest: Rest<N>) => Promise<Calls[N]['output']>;
  /** The pages of a list, one after the other. The last one may be empty. */
  pages: <N extends Paged & `GET ${string}`>(
    name: N,
    ...rest: Rest<N>
  ) => AsyncGenerator<Calls[N]['output'], void>;
}

/** A call that the site refused. Compare `code`; the message is for people. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly code: ErrorCode | 'unknown';
  /** What is wrong with the input, by its path. */
  readonly fields: Record<string, string>;
  readonly details: Record<string, string | number>;
  /** Seconds after which to try again, if the site says so. */
  readonly retryAfter: number | undefined;
  /** The id of the request in the log of the site. */
  readonly requestId: string | undefined;

  constructor({ status, headers }: Response, body: Partial<ErrorBody>) {
    super(body.error ?? `The site responded with ${status}`);
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.fields = body.fields ?? {};
    this.details = body.details ?? {};
    const seconds = Number(headers.get('retry-after') ?? Number.NaN);
    this.retryAfter = Number.isFinite(seconds) ? seconds : undefined;
    this.requestId = headers.get('x-request-id') ?? undefined;
  }
}

/** More than the 30 s within which the site answers whatever its database does. */
const TIMEOUT_MS = 45_000;
const TRIES = 3;
const FIRST_WAIT_MS = 500;
/** A site that asks for a longer wait is not waited for. */
const WAIT_MS_MAX = 60_000;
/** 502 and 504 come from a proxy while the site restarts. */
const BUSY = [429, 502, 503, 504];

interface Request {
  method: string;
  address: URL;
  body: unknown;
}
interface Answer {
  headers: Headers;
  data: unknown;
}

export function createClient({ url, key, timeoutMs = TIMEOUT_MS, tries = TRIES }: Options): Client {
  const site = new URL(url);
  const once = async ({ method, address, body }: Request): Promise<Answer> => {
    const response = await fetch(address, {
      method,
      credentials: 'same-origin',
      // A key must not travel to where somebody else sends it.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        Accept: 'application/json',
        ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.ok) return { headers: response.headers, data: await response.json() };
    throw new RefusedError(response, (await response.json().catch(() => ({}))) as Partial<ErrorBody>);
  };
  const send = async (request: Request, left = tries, waitMs = FIRST_WAIT_MS): Promise<Answer> => {
    try {
      return await once(request);
    } catch (error) {
      const wait = error instanceof RefusedError && error.retryAfter ? error.retryAfter * 1_000 : waitMs;
      const isLater = !(error instanceof RefusedError) || BUSY.includes(error.status);
      if (!isLater || left <= 1 || !isRepeatable(request) || wait > WAIT_MS_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
      return send(request, left - 1, waitMs * 2);
    }
  };
  return {
    call: async (name, ...rest) => (await send(requestOf(site, name, rest[0]))).data as never,
    async *pages(name, ...rest) {
      let request: Request | undefined = requestOf(site, name, rest[0]);
      while (request) {
        const answer: Answer = await send(request);
        yield answer.data as never;
        const next = nextOf(answer, site);
        request = next && { ...request, address: next };
      }
    },
  };
}

/** A read, or a change with a request id, which the site carries out once. */
const isRepeatable = ({ method, body }: Request) =>
  method === 'GET' || typeof (body as { requestId?: unknown } | undefined)?.requestId === 'string';

interface AnyInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

/** Throws TypeError if a parameter of the path is missing or would lead elsewhere. */
function requestOf(site: URL, name: string, { params = {}, query = {}, body }: AnyInput = {}): Request {
  const [method = '', path = ''] = name.split(' ');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key];
    if (!value || value === '.' || value === '..') throw new TypeError(`${name} needs ${key}`);
    return encodeURIComponent(value);
  });
  const address = new URL(filled, site);
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(key, String(value));
  }
  return { method, address, body };
}

/** The page that the response leads to (RFC 8288). Throws TypeError if it is not of the site. */
function nextOf({ headers }: Answer, site: URL): URL | undefined {
  const link = /<([^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1];
  if (link === undefined) return undefined;
  const next = new URL(link, site);
  if (next.origin !== site.origin) throw new TypeError(`The next page is at ${next.origin}`);
  return next;
}

/** A message to a webhook of this type; see docs/webhooks.md for how to check its signature. */
export type WebhookMessage<T extends keyof Webhooks = keyof Webhooks> = Webhooks[T];
