/** A provider that refuses our credentials is left alone for this long. */
const BREAKER_OPEN_MS = 60_000;

/** Stops calls that cannot succeed until an operator has mended the settings. */
export interface Breaker {
  /** Time until the provider may be asked again; 0 when it may be now. */
  pauseMs: (provider: string) => number;
  trip: (provider: string) => void;
}

/** A breaker of this process. `onTrip` is told once each time that it opens. */
export function createBreaker(onTrip: (provider: string) => void, now = Date.now): Breaker {
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
