import type { AnyEndpoint, Input, Output } from '#contract/endpoint.ts';
import type { LanguageCode } from '#contract/languages.ts';
import type { Permission } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Tx } from '#database/client.ts';
import type { ActionEvidence } from '#domain/administration/index.ts';
import type { BrowserToken, SessionMember } from '#domain/members/index.ts';

export type { SessionMember };

/** Cookies beside that of the session: of a browser that the account knows, and of one that asked for a code. */
export type BrowserCookie = 'known-browser' | 'asked-browser';

/** What a handler knows of its request beside the parsed input. */
export interface RequestContext {
  /** The client's address, trusted proxies taken into account. */
  ip: string;
  userAgent: string;
  requestId: string;
  /** The visitor's saved choice, else the browser's, else English. */
  language: LanguageCode;
  header: (name: string) => string | undefined;
  /** The session's token from the cookie, if one was sent. */
  sessionToken: string | undefined;
  /** What the browser keeps to be known by, as it sent it. */
  browserTokens: Record<BrowserCookie, string | undefined>;
  /** Sends such a cookie with the answer, or clears it. */
  setBrowserToken: (cookie: BrowserCookie, token: BrowserToken | undefined) => void;
  /** Sends the session cookie with the answer, or clears it; only for calls whose contract says so. */
  setSession: (session: { token: string; expiresAt: Date } | undefined) => void;
}

/** For `member` and `admin` endpoints the member is known. */
export type Context<E extends AnyEndpoint> = RequestContext & {
  /** Of staff: what their role allows, or the key by which another system calls for them. */
  permissions: readonly Permission[];
  /** An API key calls for the member. */
  byKey: boolean;
} & (E['access'] extends 'public' ? { member: SessionMember | undefined } : { member: SessionMember });

/** What a handler returns; `mount` gives it the form of the wire. */
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
/** `afterwards` follows the commit: a call of the network, which no transaction waits for. */
type AsStaffThen<E extends AnyEndpoint> = (
  tx: Tx,
  input: Input<E>,
  context: Context<E>,
) => Promise<{ evidence: ActionEvidence; afterwards: () => Promise<Handled<E>> }>;
type WithPorts<E extends AnyEndpoint> = (input: Input<E>, context: Context<E>) => Promise<Handled<E>>;

/** An endpoint with its handler, ready to be mounted. */
export type Route = { endpoint: AnyEndpoint } & (
  | { kind: 'step'; handle: InTransaction<AnyEndpoint> }
  | { kind: 'staff'; handle: AsStaff<AnyEndpoint> }
  | { kind: 'staffThen'; handle: AsStaffThen<AnyEndpoint> }
  | { kind: 'procedure'; handle: WithPorts<AnyEndpoint> }
);

/**
 * Ties a call of the contract to what answers it: `inTransaction` for domain steps (one transaction around the whole
 * request), `with` for procedures and reads, which open their own. Calls by which an admin changes anything are
 * `asStaff`: one transaction too, and what they answer as evidence goes into the audit trail within it; `asStaffThen` goes
 * on after the commit with what must not be in a transaction.
 */
export function implement<E extends AnyEndpoint>(endpoint: E) {
  return {
    inTransaction: (handle: InTransaction<E>): Route => ({ endpoint, kind: 'step', handle }),
    asStaff: (handle: AsStaff<E>): Route => ({ endpoint, kind: 'staff', handle }),
    asStaffThen: (handle: AsStaffThen<E>): Route => ({ endpoint, kind: 'staffThen', handle }),
    with: (handle: WithPorts<E>): Route => ({ endpoint, kind: 'procedure', handle }),
  };
}

/** What a handler for staff returns: the entry of the audit trail, of the subject of this kind and id, and the output. */
export const recorded = <O extends object = Record<never, never>>(
  kind: string,
  id: string,
  evidence: Omit<ActionEvidence, 'subject'> = {},
  output: O = {} as O,
) => ({ output, evidence: { subject: { kind, id }, ...evidence } });
