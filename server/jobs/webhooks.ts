import { openWebhookWorker, type WebhookPorts } from '#domain/administration/index.ts';
import { repeat } from './repeat.ts';

/** Milliseconds between two searches for new events and due deliveries. */
const PAUSE_MS = 1_000;
/** Milliseconds that a stopping server waits for deliveries under way. */
const STOP_GRACE_MS = 5_000;

/** Sends events to other systems until `stop`. */
export function startWebhooks(
  ports: WebhookPorts,
  onFailure: (error: unknown) => void,
): { stop: () => Promise<void> } {
  const worker = openWebhookWorker(ports, onFailure);
  const turns = repeat(worker.turn, PAUSE_MS, onFailure);
  return {
    stop: async () => {
      await turns.stop();
      await worker.stop(STOP_GRACE_MS);
    },
  };
}
