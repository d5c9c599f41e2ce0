import type { WebhookFailure } from '#contract/webhooks.values.ts';
import type { Transact } from '#database/transaction.ts';

/** What a receiver answered: its status and the beginning of its body, or why there was no answer. */
export type WebhookAnswer =
  | { status: number; retryAfterMs: number | null; text: string }
  | { failure: WebhookFailure };

/** Reaches other systems by HTTP. */
export interface WebhookSender {
  /** Whether an address may be asked for at all: https, and no address of this machine or network in its place of a name. */
  accepts: (url: string) => boolean;
  /**
   * One POST within WEBHOOK_TIMEOUT_MS, to a public address alone, without following redirects. Throws nothing but the
   * signal's reason.
   */
  post: (
    message: { url: string; headers: Record<string, string>; body: string },
    signal: AbortSignal,
  ) => Promise<WebhookAnswer>;
}

export interface WebhookPorts {
  transact: Transact;
  sender: WebhookSender;
  /** Under which secrets are sealed, 32 bytes. */
  key: Buffer;
}
