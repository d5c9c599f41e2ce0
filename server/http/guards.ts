import type { Context as HonoContext } from 'hono';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { ROLE_PERMISSIONS } from '#contract/values.ts';
import { requireFresh } from '#domain/members/index.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Env } from './app.ts';
import type { SessionMember } from './implement.ts';

/**
 * 401 without a session where one is needed; 403 for a member where an admin with a second factor is needed, for a role
 * that does not have the permission, and for a sign-in that is not fresh where it must be.
 */
export function requireAccess(
  endpoint: Pick<AnyEndpoint, 'access' | 'permission' | 'freshSignIn'>,
  member: SessionMember | undefined,
): void {
  if (endpoint.access === 'public') return;
  if (!member) throw new Refusal('not_signed_in');
  if (endpoint.access === 'admin') {
    if (!member.staffRole) throw new Refusal('not_admin');
    if (!member.hasTwoFactor) throw new Refusal('two_factor_admin_required');
    const { permission } = endpoint;
    if (!permission || !ROLE_PERMISSIONS[member.staffRole].includes(permission)) {
      throw new Refusal('not_permitted');
    }
  }
  if (endpoint.freshSignIn) requireFresh(member);
}

/**
 * Refuses state-changing requests that another site made the browser send (Fetch Metadata, W3C; Origin, RFC 6454).
 * Requests of other programs carry neither header and no cookie of a browser.
 */
export function refuseCrossSite(c: HonoContext<Env>): void {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return;
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) {
    if (site !== 'same-origin' && site !== 'none') throw new Refusal('cross_site');
    return;
  }
  const origin = c.req.header('origin');
  if (origin !== undefined && origin !== c.var.appUrl) throw new Refusal('cross_site');
}

/** 415 for a body that says it is not JSON: all that a form of another site can send. */
export function refuseForms(c: HonoContext<Env>): void {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return;
  const type = mediaType(c);
  if (type !== undefined && type !== 'application/json') throw new Refusal('json_required');
}

/** The body as JSON. 415 for another content type, 400 for text that is not JSON. */
export async function readJson(c: HonoContext<Env>): Promise<unknown> {
  const text = await c.req.text();
  if (mediaType(c) !== 'application/json') throw new Refusal('json_required');
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('invalid_json');
  }
}

const mediaType = (c: HonoContext<Env>) => c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
