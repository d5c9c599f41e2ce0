import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './staff.values.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
/** `public`: anyone. `member`: a valid session. `admin`: a valid session of an admin whose role has the permission. */
export type Access = 'public' | 'member' | 'admin';

/** The limits that calls name; how many in what time, and whether of a member or of an address, is in LIMITS of the server. */
export type CallLimit =
  | 'appeal_ip'
  | 'appeal_user'
  | 'captcha_member'
  | 'claim_user'
  | 'client_error_ip'
  | 'login_challenge_ip'
  | 'push_user'
  | 'reveal_user';

/** One call of the API as data: the routes, the browser's client, the OpenAPI document and the access tests read it. */
export interface Endpoint<Params, Query, Body, Output> {
  method: Method;
  /** Path below the origin; parameters in braces: `/api/redemptions/{id}`. */
  path: string;
  access: Access;
  /** What the role of an admin must allow; every call for admins names it. */
  permission?: Permission;
  /** The caller must have proven within the last FRESH_SIGN_IN_MINUTES who they are: always, or `when` this is asked. */
  freshSignIn?: true | { when: string };
  /**
   * What staff read here of a person is an entry in the audit trail: of the subject of this kind whose id is in the path,
   * or of all of them. One an hour for each reader, call and subject. Lists that only name people need none.
   */
  recordsReadingOf?: 'member' | 'claim' | 'postbacks';
  /** Counts the call, before anything is done; beyond the limit it is refused as too_many_requests. */
  limit?: CallLimit;
  /** What the call does with the cookie of the session. No other call can send one. */
  session?: 'opens' | 'rotates' | 'ends';
  /** It decides what a member gets, or who decides it: refused for the own account of whoever calls, as approval_own. */
  concerns?: 'member_money';
  /** Largest body where it may be larger than those of all other calls. */
  bodyBytesMax?: number;
  /** One sentence for the reference page. */
  summary: string;
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** An allow-list: what the schema does not name never leaves the server. */
  output: z.ZodType<Output>;
  /** The refusals of this call beside those that every call can give; none if left out. */
  errors?: readonly ErrorCode[];
}

// biome-ignore lint/suspicious/noExplicitAny: the parts of an endpoint are invariant; `any` is the only common supertype
export type AnyEndpoint = Endpoint<any, any, any, any>;

export interface Input<E extends AnyEndpoint> {
  params: E extends Endpoint<infer P, infer _Q, infer _B, infer _O> ? P : never;
  query: E extends Endpoint<infer _P, infer Q, infer _B, infer _O> ? Q : never;
  body: E extends Endpoint<infer _P, infer _Q, infer B, infer _O> ? B : never;
}
export type Output<E extends AnyEndpoint> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer O> ? O : never;

/** Describes one call. Keeps the literal types of method and path for the typed client. */
export function endpoint<
  const D extends { method: Method; path: string },
  Params = undefined,
  Query = undefined,
  Body = undefined,
  Output = undefined,
>(
  definition: Endpoint<Params, Query, Body, Output> & D,
): Endpoint<Params, Query, Body, Output> & Pick<D, 'method' | 'path'> {
  return definition;
}
