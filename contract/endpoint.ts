import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './staff.values.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
/** `public`: anyone. `member`: a valid session. `admin`: a valid session of an admin whose role has the permission. */
export type Access = 'public' | 'member' | 'admin';

/** Names of limits. The server's LIMITS says how many calls in what time, counted by member or by address. */
export type CallLimit =
  | 'appeal_ip'
  | 'appeal_user'
  | 'captcha_member'
  | 'claim_user'
  | 'client_error_ip'
  | 'identity_start_ip'
  | 'login_challenge_ip'
  | 'offer_start_user'
  | 'passkey_challenge_ip'
  | 'push_user'
  | 'reveal_user'
  | 'security_user'
  | 'stock_user';

/** The parameter that leads to the next page; the other parameters stay as they are. */
export type NextPage = { before: string } | { after: string };

/** One call of the API as data, for the routes, the browser's client, the OpenAPI document and the access tests. */
export interface Endpoint<Params, Query, Body, Output> {
  method: Method;
  /** Path below the origin; parameters in braces: `/api/redemptions/{id}`. */
  path: string;
  access: Access;
  /** The permission that the admin's role must have; every call for admins names one. */
  permission?: Permission;
  /** Needs a sign-in within the last FRESH_SIGN_IN_MINUTES: always, or in the case that `when` describes. */
  freshSignIn?: true | { when: string };
  /**
   * The call shows data of a person to staff, so the audit trail records it for the subject of this kind whose id is in
   * the path, or for all of them, once an hour per reader, call and subject. Lists that only name people need none.
   */
  recordsReadingOf?: 'member' | 'claim' | 'postbacks';
  /** The call is counted before it does anything; beyond the limit it is refused as too_many_requests. */
  limit?: CallLimit;
  /** How the call changes the session cookie. No other call can set it. */
  session?: 'opens' | 'rotates' | 'ends';
  /** The call decides what a member gets, or who decides it. Refused as approval_own for the caller's own account. */
  concerns?: 'member_money';
  /** The response is the same for everyone until the server stops; no session is looked up for it. */
  constant?: true;
  /** A GET that shows the member, who is read in the statement that looks the session up. */
  showsMember?: true;
  /**
   * Screens read it again and again: the response carries its version as ETag, and a caller that has it gets 304. Not for
   * secrets, which callers would keep.
   */
  versioned?: true;
  /**
   * The list comes in pages: the query of the page after this one, or undefined after the last. The response leads to it in
   * its header `Link`.
   */
  pages?: (output: Output, query: Query) => NextPage | undefined;
  /** Largest body, if this call may take more than the others. */
  bodyBytesMax?: number;
  /** The call will be taken away: announced on the one day, gone after the other (ISO 8601), and what to use instead. */
  deprecated?: { since: string; until: string; instead: string };
  /** One sentence for the reference page. */
  summary: string;
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  /** An allow-list: a property that the schema does not name is never sent. */
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
