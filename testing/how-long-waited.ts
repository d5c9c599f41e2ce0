const TIMER_MS = 100;

/** Begins to measure how much later than it was due a timer of this process comes; returns the sum so far, in milliseconds. */
export function howLongWaited(): () => number {
  let due = performance.now() + TIMER_MS;
  let waited = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    waited += Math.max(0, now - due);
    due = now + TIMER_MS;
  }, TIMER_MS);
  return () => {
    clearInterval(timer);
    return waited + Math.max(0, performance.now() - due);
  };
}
