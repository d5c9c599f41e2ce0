import type { FeedFault } from '#contract/feeds.values.ts';

/** One call to a vendor. Its address and headers can hold secrets: it is in no log. */
export interface FeedCall {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface FeedReply {
  status: number;
  header: (name: string) => string | null;
  /** How long the vendor asks to be left alone. */
  retryAfterMs: number | null;
  /** The body as text, piece by piece. Throws FeedFailure. */
  pieces: AsyncIterable<string>;
  /** Ends the call of a body that is not read. */
  discard: () => void;
}

/**
 * Asks a vendor. Follows no redirect, and gives up on one that is silent. Throws FeedFailure; when `signal` is aborted, its
 * reason.
 */
export type AskFeed = (call: FeedCall, signal: AbortSignal) => Promise<FeedReply>;

/** A pull that brought no catalogue. Holds nothing of the call or the answer but its status. */
export class FeedFailure extends Error {
  readonly fault: FeedFault;
  readonly status: number | null;
  /** How long the vendor asks to be left alone. */
  readonly retryAfterMs: number | null;

  constructor(
    fault: FeedFault,
    { status, retryAfterMs }: { status?: number; retryAfterMs?: number | null } = {},
  ) {
    super(`the feed is not read: ${fault}`);
    this.fault = fault;
    this.status = status ?? null;
    this.retryAfterMs = retryAfterMs ?? null;
  }
}
