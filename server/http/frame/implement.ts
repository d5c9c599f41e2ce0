import type { AnyEndpoint, Input, Output } from '#contract/endpoint.ts';
import type { LanguageCode } from '#contract/languages.ts';
import type { Permission } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Tx } from '#database/client.ts';
import type { ActionEvidence } from '#domain/administration/index.ts';
import type { BrowserToken, SessionMember } from '#domain/members/index.ts';

export type { SessionMember };

/**
 * Cookies besides the session's: of a browser that the account knows, of one that asked for a code, and of one on its way to
 * another site (`journey`) or back from it (`vouched`).
 */
export type BrowserCookie = 'known-browser' | 'asked-browser' | 'journey' | 'vouched';

/** A handler's request, besides the parsed input. */
export interface RequestContext {
  /** The client's address as seen through trusted proxies. */
  ip: string;
  userAgent: string;
  requestId: string;
  /** The visitor's saved choice, else the browser's, else English. */
  language: LanguageCode;
  header: (name: string) => string | undefined;
  /** The session's token from the cookie, if one was sent. */
  sessionToken: string | undefined;
  /** The tokens of the browser's cookies, as sent. */
  browserTokens: Record<BrowserCookie, string | undefined>;
  /** Sets such a cookie in the response, or clears it. */
  setBrowserToken: (cookie: BrowserCookie, token: BrowserToken | undefined) => void;
  /** Sets the session cookie in the response, or clears it; only for calls whose contract says so. */
  setSession: (session: { token: string; expiresAt: Date } | undefined) => void;
}

/** `member` and `admin` endpoints always have a member. */
export type Context<E extends AnyEndpoint> = RequestContext & {
  /** Permissions of the admin's role or of the API key. */
  permissions: readonly Permission[];
  /** Whether the call has an API key, which acts for the member. */
  byKey: boolean;
} & (E['access'] extends 'public' ? { member: SessionMember | undefined } : { member: SessionMember });

/** A handler's result, which `mount` converts to the form of the wire. */
type Handled<E extends AnyEndpoint> = Domain<Output<E>>;

type InTransaction<E extends AnyEndpoint> = (
  tx: Tx,
  input: Input<E>,
  context: Context<E>,
) => Promise<Handled<E>>;
type AsStaff<E extends AnyEndpoint> = (
  tx: Tx,
  input: Input<E>,
  context: Context<E>,
) => Promise<{ output: Handled<E>; evidence: ActionEvidence }>;
/** Runs before the transaction, after all that admits a call, and returns what is done in it. */
type AsStaffAfter<E extends AnyEndpoint> = (
  input: Input<E>,
  context: Context<E>,
) => Promise<(tx: Tx) => ReturnType<AsStaff<E>>>;
/** `afterwards` runs after the commit: a network call, so that no transaction waits for it. */
type AsStaffThen<E extends AnyEndpoint> = (
  tx: Tx,
  input: Input<E>,
  context: Context<E>,
) => Promise<{ evidence: ActionEvidence; afterwards: () => Promise<Handled<E>> }>;
type WithPorts<E extends AnyEndpoint> = (input: Input<E>, context: Context<E>) => Promise<Handled<E>>;

/** An endpoint with its handler, for `mount`. */
export type Route = { endpoint: AnyEndpoint } & (
  | { kind: 'step'; handle: InTransaction<AnyEndpoint> }
  | { kind: 'staff'; handle: AsStaff<AnyEndpoint> }
  | { kind: 'staffAfter'; prepare: AsStaffAfter<AnyEndpoint> }
  | { kind: 'staffThen'; handle: AsStaffThen<AnyEndpoint> }
  | { kind: 'procedure'; handle: WithPorts<AnyEndpoint> }
  | { kind: 'constant'; output: unknown }
);

/**
 * Binds an endpoint to its handler: `inTransaction` for domain steps (one transaction around the whole request),
 * `with` for procedures and reads, which open their own. Calls that change anything as an admin use `asStaff`: one
 * transaction, in which the returned evidence also goes into the audit trail. `asStaffAfter` begins, and `asStaffThen` goes
 * on after the commit, with work that must not be in a transaction. `constantly` is for endpoints that the contract calls
 * constant.
 */
export function implement<E extends AnyEndpoint>(endpoint: E) {
  return {
    inTransaction: (handle: InTransaction<E>): Route => ({ endpoint, kind: 'step', handle }),
    asStaff: (handle: AsStaff<E>): Route => ({ endpoint, kind: 'staff', handle }),
    asStaffAfter: (prepare: AsStaffAfter<E>): Route => ({ endpoint, kind: 'staffAfter', prepare }),
    asStaffThen: (handle: AsStaffThen<E>): Route => ({ endpoint, kind: 'staffThen', handle }),
    with: (handle: WithPorts<E>): Route => ({ endpoint, kind: 'procedure', handle }),
    constantly: (output: Handled<E>): Route => ({ endpoint, kind: 'constant', output }),
  };
}

/** The result of a handler for staff: the output, and the audit trail's entry for the subject of this kind and id. */
export const recorded = <O extends object = Record<never, never>>(
  kind: string,
  id: string,
  evidence: Omit<ActionEvidence, 'subject'> = {},
  output: O = {} as O,
) => ({ output, evidence: { subject: { kind, id }, ...evidence } });
