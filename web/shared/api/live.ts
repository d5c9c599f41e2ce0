import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { LiveEvent, LiveEvents } from '#contract/live.ts';
import type { Member } from '#contract/member.ts';
import { keys, useUser } from './queries.ts';

/**
 * What a tab receives: an event of the server; `joined`, it hears of everything from here on; or
 * `interrupted`, events may have been missed.
 */
type News = LiveEvent | { type: 'joined' | 'interrupted' };
const EVENT_TYPES = ['balance', 'tasks', 'redemption'] as const satisfies (keyof LiveEvents)[];

/** Pause before a refused stream is opened again. */
const REFUSED_RETRY_MS = 15_000;

/** Applies an event to the cache. */
export async function applyNews(queryClient: QueryClient, news: News): Promise<void> {
  const refresh = async (...names: (keyof typeof keys)[]) => {
    await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: keys[name] })));
  };
  const balance = () => queryClient.getQueryData<Member | null>(keys.user)?.points;
  switch (news.type) {
    case 'balance': {
      // A read of the member that is under way may be older than this event and would overwrite it.
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
      // Points may have moved between reading the balance and opening the stream. A reward moves on without them.
      const before = balance();
      await refresh('user', 'redemptions');
      return balance() === before ? undefined : refresh('tasks', 'missions', 'rewards');
    }
    case 'interrupted':
      return refresh('user', 'tasks', 'missions', 'redemptions', 'rewards');
  }
}

/** Keeps the member's balance and lists live while the component is shown. */
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
 * Opens one stream for all tabs, because browsers allow six connections and a stream takes one. The tab that holds the
 * lock listens and tells the others; when it closes, the next one takes over and all tabs read again.
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
    // The other tab may have told of events after this one read its data and before it listened.
    hear({ type: 'joined' });
    await navigator.locks.request(name, { signal }, () => {
      // The previous tab may have left without passing on all events.
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
 * Opens the server's stream and returns a function that closes it. The browser repairs broken connections itself, but
 * gives up refused ones (the server is being replaced, the session has ended); those are tried again here.
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
      // Reading the member again reveals an ended session; the screen then leaves and closes the stream.
      tell({ type: 'interrupted' });
      retry = setTimeout(open, REFUSED_RETRY_MS);
    });
    // The server's own first event is also called `open`; it carries data.
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
