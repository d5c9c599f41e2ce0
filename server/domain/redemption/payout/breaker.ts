/** Pause after a provider has refused our credentials. */
const BREAKER_OPEN_MS = 60_000;

/** Stops calls that cannot succeed until an operator has corrected the settings. */
export interface Breaker {
  /** Time until the provider may be called again; 0 if it may be called now. */
  pauseMs: (provider: string) => number;
  trip: (provider: string) => void;
}

/** Makes a breaker for this process. `onTrip` is called each time it opens. `now` returns milliseconds and never jumps. */
export function createBreaker(onTrip: (provider: string) => void, now = () => performance.now()): Breaker {
  const openUntil = new Map<string, number>();
  const pauseMs = (provider: string) => Math.max(0, (openUntil.get(provider) ?? 0) - now());
  return {
    pauseMs,
    trip: (provider) => {
      if (pauseMs(provider) > 0) return;
      openUntil.set(provider, now() + BREAKER_OPEN_MS);
      onTrip(provider);
    },
  };
}
