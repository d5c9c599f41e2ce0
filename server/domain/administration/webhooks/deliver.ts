import { collectEvents } from './collect.ts';
import { type Claim, claimDue } from './lease.ts';
import type { WebhookPorts } from './ports.ts';
import { type Message, signedHeaders, unsealSecret } from './secret.ts';
import { settleTry } from './settle.ts';

/** Deliveries that one process has under way at the same time. */
const LANES = 16;

export interface WebhookWorker {
  /** Collects new events, and starts to send what is due as far as there is room. Does not wait for what it started. */
  turn: () => Promise<void>;
  /** Takes nothing new; what is under way may end within `graceMs` and is given up then, for another process. */
  stop: (graceMs: number) => Promise<void>;
}

/**
 * Sends deliveries beside the queue of jobs, so that receivers that answer slowly keep no mail and no payout waiting. A
 * delivery is taken for LEASE_SECONDS before it is sent: of two processes one sends it, and what a killed one had is
 * sent again, under the same id.
 */
export function openWebhookWorker(ports: WebhookPorts, onFailure: (error: unknown) => void): WebhookWorker {
  const stopping = new AbortController();
  let stopped = false;
  const lanes = new Set<Promise<void>>();
  /** Goes on with whatever is due next, until there is nothing. */
  const work = async (first: Claim) => {
    let claim: Claim | undefined = first;
    while (claim) {
      await deliver(ports, claim, stopping.signal);
      [claim] = stopped ? [] : await ports.transact((tx) => claimDue(tx, 1));
    }
  };
  const start = (claim: Claim) => {
    const lane = work(claim)
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
      const claims =
        anybodyListens && room > 0 && !stopped ? await ports.transact((tx) => claimDue(tx, room)) : [];
      for (const claim of claims) start(claim);
    },
    stop: async (graceMs) => {
      stopped = true;
      const timer = setTimeout(() => stopping.abort(), graceMs);
      await Promise.all(lanes);
      clearTimeout(timer);
    },
  };
}

/** One try: no transaction is open while the receiver is asked. */
async function deliver(ports: WebhookPorts, claim: Claim, signal: AbortSignal): Promise<void> {
  const { transact, sender, key } = ports;
  const secrets = [claim.secret, claim.previousSecret]
    .filter((sealed) => sealed !== null)
    .map((sealed) => unsealSecret(key, claim.endpointId, sealed));
  const message = messageOf(claim);
  const started = performance.now();
  const answer = await sender.post(
    {
      url: claim.url,
      headers: { 'content-type': 'application/json', ...signedHeaders(message, secrets, new Date()) },
      body: message.body,
    },
    signal,
  );
  const latencyMs = Math.round(performance.now() - started);
  await transact((tx) => settleTry(tx, claim, answer, latencyMs));
}

const messageOf = (claim: Claim): Message => ({ id: claim.eventId, body: JSON.stringify(bodyOf(claim)) });

/** What a delivery says, see contract/webhooks.events.ts. */
export const bodyOf = ({ type, happenedAt, data }: Pick<Claim, 'type' | 'happenedAt' | 'data'>) => ({
  type,
  timestamp: happenedAt.toISOString(),
  data,
});
