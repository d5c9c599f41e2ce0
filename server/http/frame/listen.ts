import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';

/** Time for running requests to finish when the server stops. */
const DRAIN_MS = 10_000;
/** How often a stopping server closes connections that have become idle. */
const IDLE_CHECK_MS = 50;
/** Time for a client to send its headers, and its whole request. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the idle time of common load balancers (60 s), so that they close first. */
const KEEP_ALIVE_MS = 65_000;

export interface Listening {
  port: number;
  /** Takes no new connections, waits for running requests, then closes every connection. */
  stop: () => Promise<void>;
}

export interface Handlers {
  /** Handles a request itself and returns true, or returns false and leaves it to `fetch`. */
  direct: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
  fetch: (request: Request, bindings?: unknown) => Response | Promise<Response>;
}

/**
 * Serves the handlers on all hosts at one port (0: any free one). Throws EADDRINUSE or EACCES of the operating system.
 * Skips a loopback address that this machine does not have if another one works.
 */
export async function listen({ direct, fetch }: Handlers, hosts: string[], port: number): Promise<Listening> {
  const listener = getRequestListener(fetch as never);
  const servers: HttpServer[] = [];
  let actualPort = port;
  try {
    for (const host of hosts) {
      const server = createServer(
        {
          headersTimeout: HEADERS_TIMEOUT_MS,
          requestTimeout: REQUEST_TIMEOUT_MS,
          keepAliveTimeout: KEEP_ALIVE_MS,
        },
        (incoming, outgoing) => {
          if (!direct(incoming, outgoing)) void listener(incoming, outgoing);
        },
      );
      if (!(await bind(server, host, actualPort, servers.length > 0))) continue;
      actualPort = (server.address() as AddressInfo).port;
      servers.push(server);
    }
  } catch (error) {
    for (const server of servers) server.close();
    throw error;
  }
  return { port: actualPort, stop: () => Promise.all(servers.map(drain)).then(() => undefined) };
}

/** Returns false if this machine does not have the address and it is not the only one. */
function bind(server: HttpServer, host: string, port: number, optional: boolean): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const missing = error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT';
      if (missing && optional) resolve(false);
      else reject(error);
    });
    server.listen(port, host, () => resolve(true));
  });
}

function drain(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}
