import type { LiveEvent, LiveEvents } from '#contract/live.ts';
import { LIVE_BEAT_MS } from '#contract/live.values.ts';

/**
 * What a tab receives: an event of the server; `joined`, it hears of everything from here on; or
 * `interrupted`, events may have been missed.
 */
export type News = LiveEvent | { type: 'joined' | 'interrupted' };
/** What tabs say to each other besides: who follows asks, who listens answers. */
type Sign = 'awake?' | 'awake';
const EVENT_TYPES = [
  'balance',
  'tasks',
  'redemption',
  'address',
  'pause',
  'sharing',
  'walls',
] as const satisfies (keyof LiveEvents)[];

/** Pause before a refused stream is opened again; twice as long each time, and up to twice that by chance. */
const REFUSED_RETRY_MS = 10_000;
const REFUSED_RETRY_MS_MAX = 160_000;
/** A connection without a sign of life for so long is dead, though nobody has said so. */
const SILENCE_MS_MAX = 2.5 * LIVE_BEAT_MS;
/** The browser connects again within the minute that a crowded server asks for, and the time that connecting takes. */
const RECONNECT_MS_MAX = 120_000;
/** How often a shown tab asks for a sign of the tab that listens. One without a sign until the next time is replaced. */
const ASK_MS = 4_000;

/**
 * Opens one stream for all tabs of the member, and returns a function that leaves it. A page that the browser keeps for
 * its back button takes no part.
 */
export function shareStream(memberId: string, hear: (news: News) => void): () => void {
  let leave = join(memberId, hear);
  const onHide = () => leave();
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    leave = join(memberId, hear);
    hear({ type: 'interrupted' });
  };
  addEventListener('pagehide', onHide);
  addEventListener('pageshow', onShow);
  return () => {
    removeEventListener('pagehide', onHide);
    removeEventListener('pageshow', onShow);
    leave();
  };
}

/**
 * The tab that holds the lock listens to the server and tells the others. When it closes, the next one takes over; when
 * the browser has frozen it, a shown tab takes the lock away. Then all tabs read again.
 */
function join(memberId: string, hear: (news: News) => void): () => void {
  // Web Locks need a secure context; without one each tab has its own stream.
  if (!navigator.locks) return openStream(hear);

  const name = `live:${memberId}`;
  const channel = new BroadcastChannel(name);
  let left = false;
  /** Set while this tab listens. */
  let stopListening: (() => void) | undefined;
  let waiting = new AbortController();
  /** Whether the tab that listens has given a sign since it was asked. */
  let isAwake = true;

  const tell = (news: News) => {
    hear(news);
    channel.postMessage(news);
  };
  const sign = (word: Sign) => channel.postMessage(word);
  channel.onmessage = ({ data }: MessageEvent<News | Sign>) => {
    if (data === 'awake?') {
      if (stopListening) sign('awake');
      return;
    }
    isAwake = true;
    if (data !== 'awake') hear(data);
  };
  const asking = setInterval(() => {
    if (stopListening || document.visibilityState === 'hidden') {
      isAwake = true;
    } else if (isAwake) {
      isAwake = false;
      sign('awake?');
    } else {
      waiting.abort();
    }
  }, ASK_MS);

  /** Listens from when this tab has the lock until it leaves or loses it. Returns false if it did not get it. */
  const listen = async (options: LockOptions): Promise<boolean> => {
    let listened = false;
    const work = (lock: Lock | null) =>
      new Promise<void>((done) => {
        if (!lock || left) return done();
        listened = true;
        // The previous tab may have left without passing on all events.
        if (!options.ifAvailable) tell({ type: 'interrupted' });
        const close = openStream(tell);
        stopListening = () => {
          stopListening = undefined;
          close();
          done();
        };
      });
    try {
      await navigator.locks.request(name, options, work);
    } catch (error) {
      // Another tab has taken the lock, or this one does not wait for it any longer.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
    stopListening?.();
    return listened;
  };
  const takeTurns = async () => {
    let listened = await listen({ ifAvailable: true });
    // The other tab may have told of events after this one read its data and before it listened.
    if (!listened && !left) hear({ type: 'joined' });
    while (!left) {
      // Who lost the lock was frozen.
      if (listened) hear({ type: 'interrupted' });
      waiting = new AbortController();
      listened = await listen({ signal: waiting.signal });
      if (!listened && !left) listened = await listen({ steal: true });
    }
  };
  void takeTurns();
  return () => {
    if (left) return;
    left = true;
    clearInterval(asking);
    waiting.abort();
    stopListening?.();
    channel.close();
  };
}

/**
 * Opens the server's stream and returns a function that closes it. The browser repairs broken connections itself, but
 * gives up refused ones (the server is being replaced or full, the session has ended) and notices no silent ones; those are
 * tried again here.
 */
function openStream(tell: (news: News) => void): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let broken = false;
  let refusedMs = REFUSED_RETRY_MS;
  const reopenAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      source.close();
      broken = true;
      open();
    }, ms);
  };
  const heard = () => reopenAfter(SILENCE_MS_MAX);
  const open = () => {
    source = new EventSource('/api/events');
    heard();
    source.addEventListener('error', () => {
      broken = true;
      if (source.readyState !== EventSource.CLOSED) return reopenAfter(RECONNECT_MS_MAX);
      // Reading the member again reveals an ended session; the screen then leaves and closes the stream.
      tell({ type: 'interrupted' });
      reopenAfter(refusedMs * (1 + Math.random()));
      refusedMs = Math.min(2 * refusedMs, REFUSED_RETRY_MS_MAX);
    });
    // The server's own first event is also called `open`; it carries data.
    source.addEventListener('open', (event) => {
      heard();
      if (event instanceof MessageEvent) return;
      tell({ type: broken ? 'interrupted' : 'joined' });
      broken = false;
      refusedMs = REFUSED_RETRY_MS;
    });
    source.addEventListener('beat', heard);
    for (const type of EVENT_TYPES) {
      source.addEventListener(type, ({ data }: MessageEvent<string>) => {
        heard();
        tell({ type, data: JSON.parse(data) } as LiveEvent);
      });
    }
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
