import { connect, createServer, type Socket } from 'node:net';

/** The network in front of PostgreSQL or of the site. It can lose a server as a moved address or a dead machine does: without a word. */
export interface SilentProxy {
  /** The connection string or address through the proxy. */
  url: string;
  /** From now on nothing passes and nothing is closed, on connections that are open and on new ones. */
  silence: () => void;
  /** New connections pass again, as if the name led to another address. The others stay silent for ever. */
  restore: () => void;
  close: () => void;
}

/** With `at` it falls silent by itself when a client sends that text. */
export async function startSilentProxy(
  serverUrl: string,
  { at }: { at?: string } = {},
): Promise<SilentProxy> {
  const target = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let silent = false;
  let mute: (() => void)[] = [];
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const silence = () => {
    silent = true;
    for (const stop of mute) stop();
    mute = [];
  };
  const server = createServer((client) => {
    keep(client);
    if (silent) return void client.resume();
    const upstream = connect(Number(target.port), target.hostname);
    keep(upstream);
    client.on('data', (bytes) => {
      if (at && bytes.includes(at)) silence();
    });
    client.pipe(upstream).pipe(client);
    mute.push(() => {
      for (const socket of [client, upstream]) socket.unpipe().resume();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(serverUrl);
  url.port = String(typeof address === 'object' && address ? address.port : 0);
  return {
    url: url.href,
    silence,
    restore: () => {
      silent = false;
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
