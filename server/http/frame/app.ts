import { Hono, type Context as HonoContext } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { faultText } from '#contract/faults.ts';
import { endpoints } from '#contract/index.ts';
import {
  acceptedLanguages,
  LANGUAGE_CODES,
  languageCookie,
  pagePath,
  pickLanguage,
} from '#contract/languages.ts';
import { sqlState } from '#database/client.ts';
import { isDatabaseAway } from '#database/reach.ts';
import type { KeyCaller } from '#domain/administration/index.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { Log } from '#server/log.ts';
import { isTracing } from '#server/tracing/index.ts';
import { callerIds, clientAddress, type Proxies } from './address.ts';
import type { Env } from './env.ts';
import { refuse } from './error-body.ts';
import { bearerKey } from './guards.ts';
import type { SessionMember } from './implement.ts';
import { observeRequest, traceRequest } from './metrics.ts';
import { tellLimit, tellRefusal } from './rate-limit.ts';
import { securityHeaders } from './security-headers.ts';
import { refuseUnknown } from './unknown-address.ts';

/** Largest request body of calls that set no limit of their own. Forms and postbacks are far smaller. */
export const BODY_BYTES_MAX = 64 * 1024;

/** What callers are told to wait while the database is away; most faults of it are over by then. */
const DATABASE_RETRY_SECONDS = 5;

/** Calls of staff with a larger limit. */
const LARGER = endpoints.flatMap((endpoint: AnyEndpoint) => {
  const { method, path, bodyBytesMax: max } = endpoint;
  return max ? [{ method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), max }] : [];
});

/** Addresses of calls that are the same for everyone. */
const CONSTANT = new Set(endpoints.flatMap(({ constant, path }) => (constant ? [path] : [])));

/** Addresses of calls that show the member. */
const SHOWING = new Set(
  endpoints.flatMap(({ showsMember, path }: AnyEndpoint) => (showsMember ? [path] : [])),
);

const limitBody = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new Refusal('body_too_large');
    },
  });

export interface AppOptions extends Proxies {
  appUrl: string;
  frameOrigins: string[];
  scriptOrigins: string[];
  /** Other origins that the site's scripts may call. */
  connectOrigins: string[];
  /** Named in the error text about a short password. */
  passwordMinLength: number;
  log: Log;
  /** Returns the member of a session token, or undefined; with `whole` if the member `isShown`. */
  authenticate: (token: string, isShown: boolean) => Promise<SessionMember | undefined>;
  /**
   * Returns the caller of an API key; `began` if the call goes on and was counted. Throws Refusal invalid_key,
   * too_many_requests.
   */
  authenticateKey: (token: string, ip: string, began?: KeyCaller) => Promise<KeyCaller>;
}

/** The middleware around every route: request id, log, headers, limits, session, errors. */
export function createApp(options: AppOptions): Hono<Env> {
  const app = new Hono<Env>();
  const secure = options.appUrl.startsWith('https:');
  const nameOf = (cookie: string) => (secure ? `__Host-${cookie}` : cookie);
  const cookieName = nameOf('session');
  const cookieAttributes = { httpOnly: true, secure, sameSite: 'Lax', path: '/' } as const;
  const addressOf = clientAddress(options.trustedProxies);
  const idsOf = callerIds(options);

  app.use(async (c, next) => {
    const started = performance.now();
    const { requestId, traceparent } = idsOf(c);
    c.set('appUrl', options.appUrl);
    c.set('request', {
      requestId,
      ip: addressOf(c),
      userAgent: (c.req.header('user-agent') ?? '').slice(0, 400),
      language: languageOf(c),
      header: (name) => c.req.header(name),
      sessionToken: getCookie(c, cookieName),
      browserTokens: {
        'known-browser': getCookie(c, nameOf('known-browser')),
        'asked-browser': getCookie(c, nameOf('asked-browser')),
        journey: getCookie(c, nameOf('journey')),
        vouched: getCookie(c, nameOf('vouched')),
      },
      setBrowserToken: (cookie, token) => {
        if (token) setCookie(c, nameOf(cookie), token.value, { ...cookieAttributes, maxAge: token.lives });
        else deleteCookie(c, nameOf(cookie), cookieAttributes);
      },
      setSession: (session) => {
        if (session)
          setCookie(c, cookieName, session.token, { ...cookieAttributes, expires: session.expiresAt });
        else deleteCookie(c, cookieName, cookieAttributes);
      },
    });
    c.header('X-Request-Id', requestId);
    await (isTracing() ? traceRequest(c, next, traceparent) : next());
    const ms = performance.now() - started;
    observeRequest(c, ms);
    const { method, path } = c.req;
    const { member, key } = c.var;
    const answered = { requestId, method, path, status: c.res.status, ms: Math.round(ms) };
    options.log.info({ ...answered, ip: c.var.request.ip, userId: member?.id, keyId: key?.keyId }, 'request');
  });
  app.use(securityHeaders(options));
  app.on('ALL', ['/api/*', ...LANGUAGE_CODES.map((code) => pagePath(code, '/'))], async (c, next) => {
    if (CONSTANT.has(c.req.path)) return next();
    const key = c.req.path.startsWith('/api/admin/') ? bearerKey(c) : undefined;
    if (key !== undefined) {
      // A call with a key ignores the session cookie.
      const { ip } = c.var.request;
      const caller = await options.authenticateKey(key, ip);
      tellLimit(c, 'api_key', caller.calls);
      c.set('key', caller);
      c.set('authenticateAgain', async () => c.set('key', await options.authenticateKey(key, ip, caller)));
      return next();
    }
    const token = c.var.request.sessionToken;
    const isShown = c.req.method === 'GET' && SHOWING.has(c.req.path);
    c.set('member', token ? await options.authenticate(token, isShown) : undefined);
    c.set('authenticateAgain', async () =>
      c.set('member', token ? await options.authenticate(token, false) : undefined),
    );
    await next();
  });
  const limits = new Map(
    [BODY_BYTES_MAX, ...LARGER.map(({ max }) => max)].map((max) => [max, limitBody(max)]),
  );
  app.use((c, next) => {
    // Node's adapter gives these no body, and looking for one makes a whole Request.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    // Only staff may send larger bodies.
    const larger =
      (c.var.key?.member ?? c.var.member)?.staffRole &&
      LARGER.find(({ method, path }) => method === c.req.method && path.test(c.req.path));
    return limits.get(larger ? larger.max : BODY_BYTES_MAX)?.(c, next) ?? next();
  });

  app.notFound(refuseUnknown(app));
  app.onError((error, c) => {
    const refusal = asRefusal(error);
    if (refusal.status >= 500 && refusal !== error) {
      options.log.error({ requestId: c.var.request.requestId, err: error }, 'request failed');
    }
    const fields = Object.entries(refusal.fields ?? {}).map(
      ([field, message]) => [field, faultText(message, options.passwordMinLength)] as const,
    );
    tellRefusal(c, refusal);
    if (refusal.retryAfter !== undefined) c.header('Retry-After', String(refusal.retryAfter));
    // The rest of the body is not read, so the connection cannot carry another request.
    if (refusal.code === 'body_too_large') c.header('Connection', 'close');
    c.header('Cache-Control', 'no-store');
    return refuse(c, refusal, refusal.fields && Object.fromEntries(fields), c.var.request.requestId);
  });
  return app;
}

const languageOf = (c: HonoContext<Env>) =>
  pickLanguage(
    [
      getCookie(c, languageCookie(c.var.appUrl.startsWith('https:'))),
      ...acceptedLanguages(c.req.header('accept-language')),
    ],
    LANGUAGE_CODES,
  );

/**
 * SQLSTATEs of a statement that waited too long for what another call holds, or was ended at its limit (SERVER_LIMITS). Its
 * transaction is undone; what the call committed before is not.
 */
const TOO_LONG = new Set(['55P03', '57014']);

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof HTTPException && error.status === 413) return new Refusal('body_too_large');
  if (isDatabaseAway(error) || TOO_LONG.has(sqlState(error) ?? ''))
    return new Refusal('busy', { retryAfter: DATABASE_RETRY_SECONDS });
  return new Refusal('internal');
}
