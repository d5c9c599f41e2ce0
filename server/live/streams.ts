import type { LiveEvent } from '#contract/live.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { Log } from '#server/log.ts';

/** A comment this often keeps proxies from closing a quiet stream; so often is asked which sessions still stand. */
const HEARTBEAT_MS = 20_000;
/** A browser has six connections over HTTP/1.1; a phone that changes its network leaves dead ones behind for a while. */
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
  /** `crowded`: a newer stream of the same person takes its place, so the browser must not be back at once. */
  end: (why: 'ended' | 'crowded') => void;
}

export interface Streams {
  /**
   * Keeps the stream until the answered function is called. Of too many of one session or member the oldest ends: the
   * newest is the page that a person looks at, and the oldest may be a dead connection. Throws Refusal busy where the
   * process has no place left.
   */
  add: (stream: Stream) => () => void;
  of: (memberId: string) => readonly Stream[];
  endAll: () => void;
  close: () => void;
}

/**
 * The open event streams of this process, with one timer for all of them. `liveSessions` answers which of the sessions
 * still stand: the others' streams end, and all of them when nobody can say.
 */
export function openStreams(
  liveSessions: (ids: string[]) => Promise<ReadonlySet<string>>,
  log: Log,
  heartbeatMs = HEARTBEAT_MS,
): Streams {
  const streams = new Set<Stream>();
  /** The oldest first. */
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
    // Not those that open while the answer is on its way: it says nothing of their sessions.
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
