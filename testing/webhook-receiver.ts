import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterwards } from './afterwards.ts';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}
type Reply = { status: number; headers?: Record<string, string>; body?: string } | 'silence';

export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  /** The later responses; 200 at first. `silence`: no response. */
  answer: (reply: Reply) => void;
  /** The largest number of requests that were open at the same time. */
  openMax: () => number;
  /** Holds requests open; the returned function sends their responses. */
  hold: () => () => void;
}

/** Another system over HTTP on the loopback, which stores what it receives. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let reply: Reply = { status: 200 };
  let open = 0;
  let openMax = 0;
  let held = Promise.resolve();
  const server = createServer(async (request, response) => {
    openMax = Math.max(openMax, ++open);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { url: path = '', headers } = request;
    received.push({ path, headers, body: Buffer.concat(chunks).toString() });
    const present = reply;
    await held;
    open -= 1;
    if (present === 'silence') return;
    response.writeHead(present.status, present.headers).end(present.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    answer: (next) => {
      reply = next;
    },
    openMax: () => openMax,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
  };
}
