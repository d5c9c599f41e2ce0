import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

export type FrameState = 'loading' | 'slow' | 'blocked' | 'silent' | 'loaded';

/** A frame on the screen that has not loaded after this long is slow. */
export const SLOW_AFTER_MS = 10_000;

/**
 * The loading state of a frame. Silent means that its host does not answer the site, so the frame would show the browser's own
 * error; another attempt shows the frame whatever the site says, which may be the one that is cut off. Blocked means that the
 * browser refused it or a filter hid it. If a filter serves an empty page, the frame looks loaded, so help is always offered.
 */
export function useFrameState(frame: RefObject<HTMLIFrameElement | null>, url: string, silent: boolean) {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<FrameState>('loading');

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts over
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    setState('loading');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      seen.disconnect();
      timer = setTimeout(() => setState((now) => (now === 'loading' ? 'slow' : now)), SLOW_AFTER_MS);
    });
    seen.observe(element);
    const origin = new URL(url, location.origin).origin;
    const refused = (event: SecurityPolicyViolationEvent) => {
      if (event.effectiveDirective !== 'frame-src') return;
      if (URL.parse(event.blockedURI)?.origin === origin) setState('blocked');
    };
    document.addEventListener('securitypolicyviolation', refused);
    return () => {
      seen.disconnect();
      clearTimeout(timer);
      document.removeEventListener('securitypolicyviolation', refused);
    };
  }, [frame, url, attempt]);

  return {
    state: silent && attempt === 0 && state !== 'blocked' ? 'silent' : state,
    /** Changes with every attempt; used as the frame's key. */
    attempt,
    onLoad: useCallback(() => {
      const hidden = frame.current?.offsetHeight === 0;
      setState((now) => (hidden || now === 'blocked' ? 'blocked' : 'loaded'));
    }, [frame]),
    reload: useCallback(() => setAttempt((count) => count + 1), []),
  };
}
