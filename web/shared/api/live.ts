import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { LiveEvent, LiveEvents } from '#contract/live.ts';
import type { Member } from '#contract/member.ts';
import { keys, useUser } from './queries.ts';

/**
 * What a tab hears: an event of the server; `joined`, the stream is open, so nothing is missed from here on; or
 * `interrupted`, events may be missing.
 */
type News = LiveEvent | { type: 'joined' | 'interrupted' };
const EVENT_TYPES = ['balance', 'tasks', 'redemption'] as const satisfies (keyof LiveEvents)[];

/** A stream that the server refused is asked for again after this time. */
const REFUSED_RETRY_MS = 15_000;

/** Writes what happened into the cache. */
export async function applyNews(queryClient: QueryClient, news: News): Promise<void> {
  const refresh = async (...names: (keyof typeof keys)[]) => {
    await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: keys[name] })));
  };
  const balance = () => queryClient.getQueryData<Member | null>(keys.user)?.points;
  switch (news.type) {
    case 'balance': {
      // What is being read of the member may be older than this, and would be written over it.
      const isRead = queryClient.isFetching({ queryKey: keys.user }) > 0;
      queryClient.setQueryData<Member | null>(
        keys.user,
        (member) => member && { ...member, points: news.data.points },
      );
      return isRead ? refresh('rewards', 'user') : refresh('rewards');
    }
    case 'tasks':
      return refresh('tasks', 'missions');
    case 'redemption':
      return refresh('redemptions', 'rewards', 'user');
    case 'joined': {
      // Between reading the balance and the opening of the stream points may have moved.
      const before = balance();
      await refresh('user');
      return balance() === before ? undefined : refresh('tasks', 'missions', 'redemptions', 'rewards');
    }
    case 'interrupted':
      return refresh('user', 'tasks', 'missions', 'redemptions', 'rewards');
  }
}

/** Keeps the member's balance and lists live for as long as the component is shown. */
export function useLive(onBalance: (balance: LiveEvents['balance']) => void): void {
  const queryClient = useQueryClient();
  const memberId = useUser()?.id;
  const hear = useEffectEvent((news: News) => {
    void applyNews(queryClient, news);
    if (news.type === 'balance') onBalance(news.data);
  });
  useEffect(() => {
    if (!memberId) return;
    return shareStream(memberId, hear);
  }, [memberId]);
}

/**
 * One stream for all tabs of this browser, because a stream takes one of its six connections: the tab that holds the
 * lock listens and tells the others; when it closes, the next one takes over and everyone reads again.
 */
function shareStream(memberId: string, hear: (news: News) => void): () => void {
  // Web Locks need a secure context; without one each tab has its own stream.
  if (!navigator.locks) return openStream(hear);

  const name = `live:${memberId}`;
  const leaving = new AbortController();
  const { signal } = leaving;
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<News>) => hear(data);
  const tell = (news: News) => {
    hear(news);
    channel.postMessage(news);
  };
  const listen = () =>
    new Promise<void>((done) => {
      if (signal.aborted) return done();
      const close = openStream(tell);
      signal.addEventListener('abort', () => {
        close();
        done();
      });
    });
  const waitForTurn = async () => {
    const taken = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await listen();
      return !lock;
    });
    if (!taken || signal.aborted) return;
    await navigator.locks.request(name, { signal }, () => {
      // The tab before may have left with events untold.
      tell({ type: 'interrupted' });
      return listen();
    });
  };
  waitForTurn().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return () => {
    leaving.abort();
    channel.close();
  };
}

/**
 * Opens the server's stream. The browser mends broken connections by itself; a refused one (the server is being replaced,
 * the session has ended) it gives up, so that is tried again here. Answers what closes it.
 */
function openStream(tell: (news: News) => void): () => void {
  let source: EventSource;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let broken = false;
  const open = () => {
    source = new EventSource('/api/events');
    source.addEventListener('error', () => {
      broken = true;
      if (source.readyState !== EventSource.CLOSED) return;
      // An ended session shows when the member is asked for; the screen then leaves and closes the stream.
      tell({ type: 'interrupted' });
      retry = setTimeout(open, REFUSED_RETRY_MS);
    });
    // The server's own first event is called `open` too: it carries data.
    source.addEventListener('open', (event) => {
      if (event instanceof MessageEvent) return;
      tell({ type: broken ? 'interrupted' : 'joined' });
      broken = false;
    });
    for (const type of EVENT_TYPES) {
      source.addEventListener(type, ({ data }: MessageEvent<string>) =>
        tell({ type, data: JSON.parse(data) } as LiveEvent),
      );
    }
  };
  open();
  return () => {
    clearTimeout(retry);
    source.close();
  };
}
