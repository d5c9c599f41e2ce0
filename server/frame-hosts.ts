import { createConnection } from 'node:net';

/** A look is renewed when somebody asks after so long. */
const LOOK_AGAIN_MS = 20_000;
/** A host that is silent for so long is not known: it may be slow, or closed to this server alone. */
const LOOK_MS_MAX = 3_000;
/** What says for certain that nobody can open the frame: its name does not exist, or nothing listens there. */
const NO_HOST = new Set(['ENOTFOUND', 'ECONNREFUSED']);

export interface FrameHosts {
  /**
   * Whether the host of the address answered when this process last looked; null if it is not known, or not one of the origins.
   * Returns at once; a look that is old is renewed meanwhile.
   */
  answers: (url: string) => boolean | null;
}

interface Look {
  answers: boolean | null;
  /** Of `performance.now()`. */
  at: number;
}

/**
 * Looks at the hosts of walls' frames: browsers do not tell a page that a frame shows their own error. It opens a connection and
 * sends nothing. Each origin has one look at a time, one in LOOK_AGAIN_MS at most, whatever is asked.
 */
export function createFrameHosts(origins: readonly string[]): FrameHosts {
  const known = new Set(origins);
  const looks = new Map<string, Look>();
  return {
    answers: (url) => {
      const { origin } = new URL(url, 'https://this.site.invalid');
      if (!known.has(origin)) return null;
      const last = looks.get(origin);
      if (!last || performance.now() - last.at > LOOK_AGAIN_MS) {
        looks.set(origin, { answers: last?.answers ?? null, at: performance.now() });
        void look(new URL(origin)).then((answers) =>
          looks.set(origin, { answers, at: looks.get(origin)?.at ?? performance.now() }),
        );
      }
      return last?.answers ?? null;
    },
  };
}

/** Never rejects. */
function look({ hostname, port, protocol }: URL): Promise<boolean | null> {
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
  const timer = setTimeout(() => end(null), LOOK_MS_MAX);
  timer.unref();
  socket.unref();
  socket.on('connect', () => end(true));
  socket.on('error', (error: NodeJS.ErrnoException) => end(NO_HOST.has(error.code ?? '') ? false : null));
  return promise;
}
