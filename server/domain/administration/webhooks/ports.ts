import type { WebhookFailure } from '#contract/webhooks.values.ts';
import type { Transact } from '#database/transaction.ts';

/** A receiver's response: its status and the beginning of its body, or why there was none. */
export type WebhookAnswer =
  | { status: number; retryAfterMs: number | null; text: string }
  | { failure: WebhookFailure };

/** Calls other systems by HTTP. */
export interface WebhookSender {
  /** Whether an address may be called at all: https, and no local name or address of this machine or network. */
  accepts: (url: string) => boolean;
  /**
   * Sends one POST to a public address, without following redirects. Throws only the signal's reason.
   */
  post: (
    message: { url: string; headers: Record<string, string>; body: string },
    signal: AbortSignal,
  ) => Promise<WebhookAnswer>;
}

export interface WebhookPorts {
  transact: Transact;
  sender: WebhookSender;
  /** Key that encrypts the secrets, 32 bytes. */
  key: Buffer;
}
