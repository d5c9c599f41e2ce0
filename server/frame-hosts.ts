import { createConnection } from 'node:net';

/** A look is renewed when somebody asks after so long. */
const LOOK_AGAIN_MS = 20_000;
/** A host that is silent for so long is not known: it may be slow, or closed to this server alone. */
const LOOK_MS_MAX = 3_000;
/** What says that nobody can open the frame: its name does not exist, or nothing listens there. */
const NO_HOST = new Set(['ENOTFOUND', 'ECONNREFUSED']);

export interface FrameHosts {
  /**
   * Whether the host of the address answered when this process last looked; null if it is not known, or not one of the origins.
   * Returns at once; a look that is old is renewed meanwhile.
   */
  answers: (url: string) => boolean | null;
}

/**
 * Looks at the hosts of walls' frames: browsers do not tell a page that a frame shows their own error. It opens a connection and
 * sends nothing. Each origin has one look in LOOK_AGAIN_MS at most, whatever is asked. While none of the others answers, a host
 * that does not is not known: it may be this server that reaches nobody, behind a firewall that refuses what goes out.
 */
export function createFrameHosts(origins: readonly string[], lookMsMax = LOOK_MS_MAX): FrameHosts {
  const found = new Map<string, boolean | null>(origins.map((origin) => [origin, null]));
  const lookedAt = new Map<string, number>();
  const lookIfOld = (origin: string) => {
    if (performance.now() - (lookedAt.get(origin) ?? -Infinity) < LOOK_AGAIN_MS) return;
    lookedAt.set(origin, performance.now());
    void look(new URL(origin), lookMsMax).then((answers) => found.set(origin, answers));
  };
  return {
    answers: (url) => {
      const { origin } = new URL(url, 'https://this.site.invalid');
      const last = found.get(origin);
      if (last === undefined) return null;
      lookIfOld(origin);
      if (last !== false) return last;
      for (const other of origins) lookIfOld(other);
      return [...found.values()].includes(true) ? false : null;
    },
  };
}

/** Never rejects. */
function look({ hostname, port, protocol }: URL, lookMsMax: number): Promise<boolean | null> {
  const { promise, resolve } = Promise.withResolvers<boolean | null>();
  const socket = createConnection({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (protocol === 'http:' ? 80 : 443)),
  });
  const end = (answers: boolean | null) => {
    clearTimeout(timer);
    socket.destroy();
    resolve(answers);
  };
  // Of the connection and of the name's look-up before it.
  const timer = setTimeout(() => end(null), lookMsMax);
  timer.unref();
  socket.unref();
  socket.on('connect', () => end(true));
  socket.on('error', (error: NodeJS.ErrnoException) => end(NO_HOST.has(error.code ?? '') ? false : null));
  return promise;
}
