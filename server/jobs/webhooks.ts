import { openWebhookWorker, type WebhookPorts } from '#domain/administration/index.ts';
import { repeat } from './repeat.ts';

/** New events are looked for, and what has become due, with this pause in between. */
const PAUSE_MS = 1_000;
/** When the server stops, deliveries under way are waited for this long. */
const STOP_GRACE_MS = 5_000;

/** Tells other systems of facts until `stop`. */
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
