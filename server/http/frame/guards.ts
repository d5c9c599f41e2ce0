import type { Context as HonoContext } from 'hono';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { type Permission, ROLE_PERMISSIONS } from '#contract/staff.values.ts';
import type { Actor, KeyCaller } from '#domain/administration/index.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { requireFresh } from '#domain/members/index.ts';
import type { Env } from './env.ts';
import type { SessionMember } from './implement.ts';

/** What a caller needs. */
type Needed = Pick<AnyEndpoint, 'access' | 'permission' | 'freshSignIn'>;

/** The caller of an endpoint. */
export interface Caller {
  member: SessionMember | undefined;
  permissions: readonly Permission[];
  /** The caller as named in the audit trail. */
  actor: Actor;
}

/**
 * Admits a call by its session cookie or its API key, see `requireAccess` and `requireScope`. Browsers send only
 * cookies by themselves, so the check against other sites does not apply to calls with a key.
 */
export function admit(endpoint: Needed, c: HonoContext<Env>): Caller {
  const { member, key, request } = c.var;
  if (key) {
    requireScope(endpoint, key);
    const actor = { id: `key:${key.keyId}`, role: key.permissions.join(' '), ip: request.ip };
    return { member: key.member, permissions: key.permissions, actor };
  }
  if (endpoint.access !== 'public' || !isRead(c)) refuseCrossSite(c);
  requireAccess(endpoint, member);
  const role = member?.staffRole;
  return {
    member,
    permissions: role ? ROLE_PERMISSIONS[role] : [],
    actor: { id: member?.id ?? '', role: role ?? '', ip: request.ip },
  };
}

/**
 * Yields what `parts` yields, as long as the caller is admitted. They can take it as slowly as they like, so before each further
 * part is read it is found out anew who calls. The refusal breaks the connection.
 */
export async function* whileAdmitted<T>(
  c: HonoContext<Env>,
  needed: readonly Needed[],
  parts: AsyncGenerator<T>,
): AsyncGenerator<T, void> {
  for await (const part of parts) {
    yield part;
    await c.var.authenticateAgain();
    for (const one of needed) admit(one, c);
  }
}

/**
 * Refuses with 403 a key without the call's scope. Keys need no fresh sign-in: their creator had one and chose their
 * scopes.
 */
function requireScope({ access, permission }: Pick<AnyEndpoint, 'access' | 'permission'>, key: KeyCaller) {
  if (access !== 'admin' || !permission || !key.permissions.includes(permission)) {
    throw new Refusal('scope_missing');
  }
}

/** The key of `Authorization: Bearer <key>`, or undefined. */
export function bearerKey(c: HonoContext<Env>): string | undefined {
  const [scheme = '', token = ''] = c.req.header('authorization')?.trim().split(/ +/) ?? [];
  return scheme.toLowerCase() === 'bearer' ? token : undefined;
}

/**
 * Refuses with 401 a call that needs a session and has none; with 403 a caller who is no admin with a second factor and,
 * where the site asks for one, a passkey; a role without the permission, and a sign-in that is not fresh, each where the
 * endpoint requires it.
 */
export function requireAccess(endpoint: Needed, member: SessionMember | undefined): void {
  if (endpoint.access === 'public') return;
  if (!member) throw new Refusal('not_signed_in');
  if (endpoint.access === 'admin') {
    if (!member.staffRole) throw new Refusal('not_admin');
    if (!member.hasTwoFactor) throw new Refusal('two_factor_admin_required');
    if (member.lacksPasskey) throw new Refusal('passkey_required');
    const { permission } = endpoint;
    if (!permission || !ROLE_PERMISSIONS[member.staffRole].includes(permission)) {
      throw new Refusal('not_permitted');
    }
  }
  if (endpoint.freshSignIn === true) requireFresh(member);
}

/**
 * Refuses a request that another site made the browser send (Fetch Metadata, W3C; Origin, RFC 6454). Not for reads that anyone
 * may make; those with a session are mailed about, counted or recorded, and a link elsewhere brings the cookie. Programs send
 * neither these headers nor a browser's cookie.
 */
export function refuseCrossSite(c: HonoContext<Env>): void {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw new Refusal('cross_site');
    return;
  }
  const origin = c.req.header('origin');
  if (origin !== undefined && origin !== c.var.appUrl) throw new Refusal('cross_site');
}

/** Refuses with 415 a body that is not JSON by its type; forms of other sites cannot send JSON. */
export function refuseForms(c: HonoContext<Env>): void {
  if (isRead(c)) return;
  const type = mediaType(c);
  if (type !== undefined && type !== 'application/json') throw new Refusal('json_required');
}

/** Reads the body as JSON. 415 for another content type, 400 for text that is not JSON. */
export async function readJson(c: HonoContext<Env>): Promise<unknown> {
  const text = await c.req.text();
  if (mediaType(c) !== 'application/json') throw new Refusal('json_required');
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('invalid_json');
  }
}

const isRead = (c: HonoContext<Env>) => c.req.method === 'GET' || c.req.method === 'HEAD';

const mediaType = (c: HonoContext<Env>) => c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
