import { WEBHOOKS_MAX } from '#contract/webhooks.values.ts';
import { rejectWhenAborted } from '#domain/common/reject-when-aborted.ts';
import { collectEvents } from './collect.ts';
import { type LeasedDelivery, leaseDue } from './lease.ts';
import type { WebhookAnswer, WebhookPorts } from './ports.ts';
import { type Message, readSecret, signedHeaders } from './secret.ts';
import { settleTry } from './settle.ts';

/**
 * Deliveries that one process sends at the same time: as many as there can be endpoints, so that one with nothing under way
 * gets a lane as soon as those under way have ended.
 */
const LANES = WEBHOOKS_MAX;
/** Milliseconds for one try, from the look-up of the name to the end of the response. */
const TRY_MS_MAX = 15_000;

export interface WebhookWorker {
  /** Collects new events and starts to send what is due, as far as lanes are free. Does not wait for what it started. */
  turn: () => Promise<void>;
  /**
   * Takes nothing new. Deliveries under way may end within `graceMs` milliseconds and are then given up for another
   * process.
   */
  stop: (graceMs: number) => Promise<void>;
}

/**
 * Sends deliveries outside of the job queue, so that slow receivers delay no mail and no payout. A delivery is leased
 * for LEASE_SECONDS before it is sent: of two processes one sends it, and what a killed process had leased is sent
 * again with the same id.
 */
export function openWebhookWorker(
  ports: WebhookPorts,
  onFailure: (error: unknown) => void,
  tryMsMax = TRY_MS_MAX,
): WebhookWorker {
  const stopping = new AbortController();
  let stopped = false;
  const lanes = new Set<Promise<void>>();
  /** Sends one delivery after the other until none is due. */
  const work = async (first: LeasedDelivery) => {
    let delivery: LeasedDelivery | undefined = first;
    while (delivery) {
      await deliver(ports, delivery, tryMsMax, stopping.signal);
      [delivery] = stopped ? [] : await ports.transact((tx) => leaseDue(tx, 1));
    }
  };
  const start = (delivery: LeasedDelivery) => {
    const lane = work(delivery)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) onFailure(error);
      })
      .finally(() => lanes.delete(lane));
    lanes.add(lane);
  };
  return {
    turn: async () => {
      const anybodyListens = await collectEvents(ports.transact);
      const room = LANES - lanes.size;
      const leased =
        anybodyListens && room > 0 && !stopped ? await ports.transact((tx) => leaseDue(tx, room)) : [];
      for (const delivery of leased) start(delivery);
    },
    stop: async (graceMs) => {
      stopped = true;
      const timer = setTimeout(() => stopping.abort(), graceMs);
      await Promise.all(lanes);
      clearTimeout(timer);
    },
  };
}

/** One try. No transaction is open during the call to the receiver. */
async function deliver(
  ports: WebhookPorts,
  delivery: LeasedDelivery,
  tryMsMax: number,
  stopping: AbortSignal,
): Promise<void> {
  const started = performance.now();
  const answer = await send(ports, delivery, tryMsMax, stopping);
  const latencyMs = Math.round(performance.now() - started);
  await ports.transact((tx) => settleTry(tx, delivery, answer, latencyMs));
}

/** Ends in its time whatever the port does, so that no receiver holds a lane or a stop. Throws only the reason of `stopping`. */
async function send(
  { sender, key }: WebhookPorts,
  delivery: LeasedDelivery,
  tryMsMax: number,
  stopping: AbortSignal,
): Promise<WebhookAnswer> {
  const secret = readSecret(key, delivery.endpointId, delivery.secret);
  if (secret === undefined) return { failure: 'secret_unreadable' };
  // Unreadable too if the secret was renewed for that reason.
  const previous = (delivery.previousSecret?.split(' ') ?? []).map((one) =>
    readSecret(key, delivery.endpointId, one),
  );
  const message = messageOf(delivery);
  const secrets = [secret, ...previous].filter((one) => one !== undefined);
  const timeout = AbortSignal.timeout(tryMsMax);
  const signal = AbortSignal.any([stopping, timeout]);
  const sent = sender.post(
    {
      url: delivery.url,
      headers: { 'content-type': 'application/json', ...signedHeaders(message, secrets, delivery.leasedAt) },
      body: message.body,
    },
    signal,
  );
  try {
    return await Promise.race([sent, rejectWhenAborted(signal)]);
  } catch (error) {
    if (timeout.aborted && !stopping.aborted) return { failure: 'timeout' };
    throw error;
  }
}

const messageOf = (delivery: LeasedDelivery): Message => ({
  id: delivery.eventId,
  body: JSON.stringify(bodyOf(delivery)),
});

/** The body of a delivery, see contract/webhooks.events.ts. */
export const bodyOf = ({ type, happenedAt, data }: Pick<LeasedDelivery, 'type' | 'happenedAt' | 'data'>) => ({
  type,
  timestamp: happenedAt.toISOString(),
  data,
});
