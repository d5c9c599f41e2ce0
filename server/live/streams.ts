import type { LiveEvent } from '#contract/live.ts';
import { LIVE_BEAT_MS } from '#contract/live.values.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { Log } from '#server/log.ts';

/** Most streams that one turn of the event loop, or one statement about sessions, is for. */
const SLICE = 250;
/** A stream outlasts so many heartbeats without a check of its session, then it ends with the first check that fails. */
const UNCHECKED_BEATS_MAX = 3;
/** A browser has six connections over HTTP/1.1; a phone that changes networks leaves dead ones behind for a while. */
export const STREAMS_PER_SESSION_MAX = 8;
export const STREAMS_PER_MEMBER_MAX = 24;
/** Of one process, if it may open so many files. */
const STREAMS_MAX = 20_000;
/** What a process needs besides streams: connections of requests and of the database, and files. */
const OTHER_FILES = 1_000;
/** A full process says so in the log at most this often. */
const FULL_WARNING_MS = 60_000;

/** Least delay before a browser reconnects, and the time over which the browsers of a process spread. */
const RETRY_MS = 2_000;
const RETRY_SPREAD_MS = 4_000;
/** A server finds the sessions of a thousand browsers in a second without noticing, and reads the walls of as many. */
const SPREAD_MS_PER_STREAM = 1;
const CROWDED_RETRY_MS = 60_000;
const RETRY_AFTER_FULL_SECONDS = 15;

/** Keeps proxies from closing a quiet stream, and tells the page that its connection lives. */
const HEARTBEAT = 'event: beat\ndata: {}\n\n';
const message = ({ type, data }: { type: string; data: object }) =>
  `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
const retry = (ms: number) => `retry: ${Math.floor(ms)}\n\n`;

/** One open page of a member. */
export interface Stream {
  memberId: string;
  sessionId: string;
  /** Sends text in the form of server-sent events. */
  send: (text: string) => void;
  /** Ends the stream behind what was sent. Nothing is sent afterwards. */
  end: () => void;
}

export interface Streams {
  /** Throws Refusal busy if the process has no place for another stream of this session. */
  requirePlace: (owner: Pick<Stream, 'memberId' | 'sessionId'>) => void;
  /**
   * Opens the stream. If its session or member has too many, the oldest ends, since the newest is the page in use and
   * the oldest may be a dead connection.
   */
  add: (stream: Stream) => void;
  remove: (stream: Stream) => void;
  /** Oldest first. */
  of: (memberId: string) => readonly Stream[];
  /** Sends the events to the member's open pages, in one piece. */
  tell: (memberId: string, events: readonly LiveEvent[]) => void;
  /** Sends the event to all pages that are open now, a slice at a time, as each of them reads again then. */
  tellAll: (event: LiveEvent) => void;
  /** Ends the member's streams. Browsers that are still signed in reconnect. */
  endOf: (memberId: string) => void;
  endAll: () => void;
  /** How many are open, and for how many there is room. */
  count: () => { open: number; max: number };
  close: () => void;
}

/** Most streams of a process that may have so many files open, sockets included. */
export const streamsMax = (openFiles: number): number =>
  Math.min(STREAMS_MAX, Math.max(openFiles - OTHER_FILES, Math.floor(openFiles / 2)));

/** The limit of the operating system for this process (`ulimit -n`). */
export function openFilesMax(): number {
  const report = Object.assign(process.report, { excludeNetwork: true }).getReport();
  const { userLimits } = report as { userLimits?: { open_files: { soft: number | 'unlimited' } } };
  const limit = userLimits?.open_files.soft;
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
}

/**
 * The open event streams of this process. One timer for all sends the heartbeats, a slice at a time, so that each stream has
 * its turn once in `heartbeatMs` and no turn is long. Another one checks the sessions, as often if the database is fast enough;
 * no heartbeat waits for it. `liveSessions` returns which of the sessions are live. Streams of other sessions end; if it
 * fails, those of the slice end whose last check is longer ago than UNCHECKED_BEATS_MAX.
 */
export function openStreams(
  liveSessions: (ids: string[]) => Promise<ReadonlySet<string>>,
  log: Log,
  { heartbeatMs = LIVE_BEAT_MS, openFiles = openFilesMax() } = {},
): Streams {
  /** The one whose last heartbeat is longest ago comes first. */
  const streams = new Set<Stream>();
  /** When the session of each was last known to be live. The one for which this is longest ago comes first. */
  const checkedAt = new Map<Stream, number>();
  const byMember = new Map<string, readonly Stream[]>();
  const of = (memberId: string) => byMember.get(memberId) ?? [];
  const max = streamsMax(openFiles);
  const refuse = refusal(max, openFiles, log);

  const remove = (stream: Stream) => {
    if (!streams.delete(stream)) return;
    checkedAt.delete(stream);
    const others = of(stream.memberId).filter((other) => other !== stream);
    if (others.length > 0) byMember.set(stream.memberId, others);
    else byMember.delete(stream.memberId);
  };
  /** Browsers whose streams end at the same moment do not come back at the same moment. */
  const retrySpread = (count: number) =>
    retry(RETRY_MS + Math.random() * Math.max(RETRY_SPREAD_MS, count * SPREAD_MS_PER_STREAM));
  const end = (ended: readonly Stream[], lastWords: () => string) => {
    for (const stream of ended) {
      remove(stream);
      stream.send(lastWords());
      stream.end();
    }
  };
  const next = (all: Set<Stream> | Map<Stream, number>) => all.keys().take(SLICE).toArray();
  const endAll = () => {
    const count = streams.size;
    const endNext = () => {
      end(next(streams), () => retrySpread(count));
      if (streams.size > 0) setImmediate(endNext);
    };
    endNext();
  };

  const beat = () => {
    for (const stream of next(streams)) {
      streams.delete(stream);
      streams.add(stream);
      stream.send(HEARTBEAT);
    }
  };
  const check = async () => {
    const slice = next(checkedAt);
    if (slice.length === 0) return;
    const now = performance.now();
    let ended: Stream[];
    try {
      const live = await liveSessions([...new Set(slice.map(({ sessionId }) => sessionId))]);
      const open = slice.filter((stream) => streams.has(stream));
      for (const stream of open) {
        checkedAt.delete(stream);
        checkedAt.set(stream, now);
      }
      ended = open.filter(({ sessionId }) => !live.has(sessionId));
    } catch (error) {
      const since = now - UNCHECKED_BEATS_MAX * heartbeatMs;
      ended = slice.filter((stream) => (checkedAt.get(stream) ?? now) <= since);
      log.warn(
        { err: error, streams: slice.length, ended: ended.length },
        'sessions of event streams not checked',
      );
    }
    end(ended, () => retrySpread(streams.size));
  };
  const pauseMs = () => heartbeatMs * Math.min(1, SLICE / streams.size);
  const stops = [repeat(beat, pauseMs), repeat(check, pauseMs)];

  /** Those that end for one stream more. */
  const surplus = ({ memberId, sessionId }: Pick<Stream, 'memberId' | 'sessionId'>) => {
    const own = of(memberId);
    const ofSession = own.filter((stream) => stream.sessionId === sessionId);
    if (ofSession.length >= STREAMS_PER_SESSION_MAX) return ofSession.slice(0, 1);
    return own.slice(0, Math.max(0, own.length + 1 - STREAMS_PER_MEMBER_MAX));
  };
  return {
    requirePlace: (owner) => {
      if (streams.size >= max && surplus(owner).length === 0) refuse();
    },
    add: (stream) => {
      // The browser of a page that has lost its place must not take it back at once.
      end(surplus(stream), () => retry(CROWDED_RETRY_MS));
      streams.add(stream);
      checkedAt.set(stream, performance.now());
      byMember.set(stream.memberId, [...of(stream.memberId), stream]);
      stream.send(retrySpread(streams.size) + message({ type: 'open', data: {} }));
    },
    remove,
    of,
    tell: (memberId, events) => {
      const open = of(memberId);
      if (open.length === 0) return;
      const text = events.map(message).join('');
      for (const stream of open) stream.send(text);
    },
    tellAll: (event) => {
      const text = message(event);
      const waiting = [...streams];
      const tellNext = () => {
        for (const stream of waiting.splice(0, SLICE)) if (streams.has(stream)) stream.send(text);
        if (waiting.length > 0) setTimeout(tellNext, SLICE * SPREAD_MS_PER_STREAM).unref();
      };
      tellNext();
    },
    endOf: (memberId) => end(of(memberId), () => retrySpread(streams.size)),
    endAll,
    count: () => ({ open: streams.size, max }),
    close: () => {
      for (const stop of stops) stop();
      endAll();
    },
  };
}

/** Does the work again and again, so long after it began, or once it is done if it takes longer. Returns what stops it. */
function repeat(work: () => unknown, pauseMs: () => number): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout;
  const wait = (spentMs: number) => {
    timer = setTimeout(
      async () => {
        const started = performance.now();
        await work();
        if (!stopped) wait(performance.now() - started);
      },
      Math.max(0, pauseMs() - spentMs),
    );
  };
  wait(0);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

/** Returns what refuses a stream, and tells the log which limit it was. */
function refusal(max: number, openFiles: number, log: Log): () => never {
  let warnedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - warnedAt > FULL_WARNING_MS) {
      warnedAt = performance.now();
      const limit =
        max < STREAMS_MAX ? 'the limit of open files (ulimit -n)' : 'the most that a process may have';
      log.warn({ streams: max, openFiles }, `no place for another event stream: ${limit}`);
    }
    throw new Refusal('busy', { retryAfter: RETRY_AFTER_FULL_SECONDS });
  };
}
