import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';

/** Time for running requests to finish when the server stops. */
const DRAIN_MS = 5_000;
/** Time in which a stopping server looks for a moment without a new connection. */
const QUIET_MS_MAX = 500;
/** How often a stopping server ends streams and closes connections that have become idle. */
const IDLE_CHECK_MS = 50;
/** Time for a client to send its headers, and its whole request. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the idle time of the proxies of `deploy/` (Caddy: 120 s) and of most load balancers, so that they close first. */
const KEEP_ALIVE_MS = 130_000;

/** The origin at which this machine reaches a server that listens on this host. */
export function originAt(host: string, port: number): string {
  const reached = host === '::' || host === '0.0.0.0' ? '127.0.0.1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

export interface Listening {
  port: number;
  /** From now on each response tells the client to use another connection for its next request. */
  retire: () => void;
  /** Takes no new connections, waits for running requests, then closes every connection. */
  stop: () => Promise<void>;
}

export interface Handlers {
  /** Handles a request itself and returns true, or returns false and leaves it to `fetch`. */
  direct: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  fetch: (request: Request, bindings?: unknown) => Response | Promise<Response>;
  /** Ends the responses that have no end of their own. Called repeatedly while the server stops. */
  endStreams: () => void;
}

/**
 * Serves the handlers on all hosts at one port (0: any free one). Throws EADDRINUSE or EACCES of the operating system.
 * Skips a loopback address that this machine does not have if another one works.
 */
export async function listen(handlers: Handlers, hosts: string[], port: number): Promise<Listening> {
  const { direct, fetch, endStreams } = handlers;
  const listener = getRequestListener(fetch as never);
  const servers: HttpServer[] = [];
  let actualPort = port;
  let retiring = false;
  const retire = () => {
    retiring = true;
  };
  try {
    for (const host of hosts) {
      const server = createServer(
        {
          headersTimeout: HEADERS_TIMEOUT_MS,
          requestTimeout: REQUEST_TIMEOUT_MS,
          keepAliveTimeout: KEEP_ALIVE_MS,
          shouldUpgradeCallback: () => false,
        },
        (incoming, outgoing) => {
          if (retiring) outgoing.setHeader('Connection', 'close');
          if (!direct(incoming, outgoing)) void listener(incoming, outgoing);
        },
      );
      // Without a listener, Node would close the connections that takeConnection takes.
      server.on('upgrade', () => {});
      if (!(await bind(server, host, actualPort, servers.length > 0))) continue;
      actualPort = (server.address() as AddressInfo).port;
      servers.push(server);
    }
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
  const stop = async () => {
    retire();
    await Promise.all(servers.map((server) => drain(server, endStreams)));
  };
  return { port: actualPort, retire, stop };
}

/**
 * Takes the connection of a response whose headers have been sent from the HTTP server, as a client's wish for another
 * protocol would: parser, request and response are freed. They are most of the memory of a connection that stays open
 * for hours. From then on the connection is the caller's, and closed by nobody else. It comes closed if it was already,
 * or if the client did not wait for this response before it sent another request.
 *
 * Node looks whether a request is an upgrade each time after it has parsed bytes; this makes it look.
 */
export function takeConnection(outgoing: ServerResponse): Socket {
  const { req } = outgoing;
  const { socket } = req;
  if (outgoing.socket === socket && !socket.destroyed && !socket.isPaused()) {
    outgoing.detachSocket(socket);
    Object.assign(req, { upgrade: true });
    socket.emit('data', Buffer.alloc(0));
  }
  // The server listens to what it still has.
  if (socket.listenerCount('data') > 0) socket.destroy();
  return socket;
}

/**
 * Returns false if this machine does not have the address and it is not the only one. '::' is every address: without a host,
 * Node listens at '0.0.0.0' where the kernel has no IPv6.
 */
function bind(server: HttpServer, host: string, port: number, optional: boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const missing = error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT';
      if (missing && optional) resolve(false);
      else reject(error);
    });
    server.listen(port, host === '::' ? undefined : host, () => resolve(true));
  });
}

async function drain(server: HttpServer, endStreams: () => void): Promise<void> {
  await quiet(server);
  endStreams();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    const idle = setInterval(() => {
      endStreams();
      server.closeIdleConnections();
    }, IDLE_CHECK_MS);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(idle);
      resolve();
    });
  });
}

/**
 * Resolves when no connection waits to be accepted. Closing the listener resets those that wait, with the requests in
 * them, and Node accepts one in each turn of its loop.
 */
async function quiet(server: HttpServer): Promise<void> {
  let accepted = true;
  const notice = () => {
    accepted = true;
  };
  server.on('connection', notice);
  const end = Date.now() + QUIET_MS_MAX;
  // The first turn has no look at the network in it.
  for (await turn(); accepted && Date.now() < end; await turn()) accepted = false;
  server.off('connection', notice);
}
