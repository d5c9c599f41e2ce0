import type { AnyEndpoint, Input, Output } from '#contract/endpoint.ts';
import type { Tx } from '#database/client.ts';
import type { SessionMember } from '#domain/members/index.ts';

export type { SessionMember };

/** What a handler knows of its request beside the parsed input. */
export interface RequestContext {
  /** The client's address, trusted proxies taken into account. */
  ip: string;
  userAgent: string;
  requestId: string;
  header: (name: string) => string | undefined;
  /** The session's token from the cookie, if one was sent. */
  sessionToken: string | undefined;
  /** Sends the session cookie with the answer, or clears it. */
  setSession: (session: { token: string; expiresAt: Date } | undefined) => void;
}

/** For `member` and `admin` endpoints the member is known. */
export type Context<E extends AnyEndpoint> = RequestContext &
  (E['access'] extends 'public' ? { member: SessionMember | undefined } : { member: SessionMember });

type InTransaction<E extends AnyEndpoint> = (
  tx: Tx,
  input: Input<E>,
  context: Context<E>,
) => Promise<Output<E>>;
type WithPorts<E extends AnyEndpoint> = (input: Input<E>, context: Context<E>) => Promise<Output<E>>;

/** An endpoint with its handler, ready to be mounted. */
export type Route = { endpoint: AnyEndpoint } & (
  | { transaction: true; handle: InTransaction<AnyEndpoint> }
  | { transaction: false; handle: WithPorts<AnyEndpoint> }
);

/**
 * Ties a call of the contract to what answers it: `inTransaction` for domain steps (one transaction around the whole
 * request), `with` for procedures and reads, which open their own.
 */
export function implement<E extends AnyEndpoint>(endpoint: E) {
  return {
    inTransaction: (handle: InTransaction<E>): Route => ({ endpoint, transaction: true, handle }),
    with: (handle: WithPorts<E>): Route => ({ endpoint, transaction: false, handle }),
  };
}
