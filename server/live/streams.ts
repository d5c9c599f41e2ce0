import type { LiveEvent } from '#contract/live.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { Log } from '#server/log.ts';

/** Interval of the comments that keep proxies from closing quiet streams, and of the check which sessions are live. */
const HEARTBEAT_MS = 20_000;
/** A browser has six connections over HTTP/1.1; a phone that changes networks leaves dead ones behind for a while. */
export const STREAMS_PER_SESSION_MAX = 8;
export const STREAMS_PER_MEMBER_MAX = 24;
/** Of one process. */
const STREAMS_MAX = 10_000;

/** One open page of a member. */
export interface Stream {
  memberId: string;
  sessionId: string;
  tell: (event: LiveEvent) => void;
  beat: () => void;
  /** `crowded`: a newer stream of the same person takes its place, so the browser must not reconnect at once. */
  end: (why: 'ended' | 'crowded') => void;
}

export interface Streams {
  /**
   * Keeps the stream until the returned function is called. If one session or member has too many, the oldest ends,
   * since the newest is the page in use and the oldest may be a dead connection. Throws Refusal busy if the process
   * has no place left.
   */
  add: (stream: Stream) => () => void;
  of: (memberId: string) => readonly Stream[];
  endAll: () => void;
  close: () => void;
}

/**
 * The open event streams of this process, with one timer for all. `liveSessions` returns which of the sessions are
 * live. Streams of other sessions end; if it fails, all streams end.
 */
export function openStreams(
  liveSessions: (ids: string[]) => Promise<ReadonlySet<string>>,
  log: Log,
  heartbeatMs = HEARTBEAT_MS,
): Streams {
  const streams = new Set<Stream>();
  /** Oldest first. */
  const byMember = new Map<string, Set<Stream>>();
  const of = (memberId: string) => [...(byMember.get(memberId) ?? [])];

  const remove = (stream: Stream) => {
    streams.delete(stream);
    const own = byMember.get(stream.memberId);
    own?.delete(stream);
    if (own?.size === 0) byMember.delete(stream.memberId);
  };
  const end = (ended: readonly Stream[], why: 'ended' | 'crowded') => {
    for (const stream of ended) {
      remove(stream);
      stream.end(why);
    }
  };
  const endAll = () => end([...streams], 'ended');

  const tick = async () => {
    for (const stream of [...streams]) stream.beat();
    // Streams opened during the query are left out, since its result says nothing about their sessions.
    const asked = [...streams];
    try {
      const live = await liveSessions([...new Set(asked.map(({ sessionId }) => sessionId))]);
      end(
        asked.filter((stream) => streams.has(stream) && !live.has(stream.sessionId)),
        'ended',
      );
    } catch (error) {
      log.warn({ err: error }, 'sessions of event streams not checked, all streams end');
      endAll();
    }
  };
  let closed = false;
  let timer: NodeJS.Timeout;
  const repeat = () => {
    timer = setTimeout(() => {
      void (streams.size > 0 ? tick() : Promise.resolve()).then(() => closed || repeat());
    }, heartbeatMs);
  };
  repeat();

  return {
    add: (stream) => {
      const own = of(stream.memberId);
      const ofSession = own.filter(({ sessionId }) => sessionId === stream.sessionId);
      const tooMany = Math.max(0, own.length + 1 - STREAMS_PER_MEMBER_MAX);
      if (ofSession.length >= STREAMS_PER_SESSION_MAX) end(ofSession.slice(0, 1), 'crowded');
      else if (tooMany > 0) end(own.slice(0, tooMany), 'crowded');
      else if (streams.size >= STREAMS_MAX) throw new Refusal('busy', { retryAfter: 15 });
      streams.add(stream);
      byMember.set(stream.memberId, (byMember.get(stream.memberId) ?? new Set()).add(stream));
      return () => remove(stream);
    },
    of,
    endAll,
    close: () => {
      closed = true;
      clearTimeout(timer);
      endAll();
    },
  };
}
