/** Pause after a provider has refused our credentials, or was silent. */
const BREAKER_OPEN_MS = 60_000;
/** So many calls in a row without an answer, and the provider is silent. */
const SILENT_CALLS = 4;

/**
 * Stops calls that cannot succeed: until an operator has corrected the settings, or while the provider is silent, as each such
 * call would keep a worker from the rewards of other providers.
 */
export interface Breaker {
  /** Time until the provider may be called again after it refused our credentials; 0 if it may be called now. */
  pauseMs: (provider: string) => number;
  trip: (provider: string) => void;
  /** The same after silence. At the end of each pause one call finds out: whoever asks first is told 0, the others wait for it. */
  silentMs: (provider: string) => number;
  /** Takes note of how a call ended. */
  heard: (provider: string, isSilent: boolean) => void;
}

/** Makes a breaker for this process. `onTrip` is called each time it opens. `now` returns milliseconds and never jumps. */
export function createBreaker(onTrip: (provider: string) => void, now = () => performance.now()): Breaker {
  const openUntil = new Map<string, number>();
  const pauseMs = (provider: string) => Math.max(0, (openUntil.get(provider) ?? 0) - now());
  const silences = new Map<string, { calls: number; until: number }>();
  return {
    pauseMs,
    trip: (provider) => {
      if (pauseMs(provider) > 0) return;
      openUntil.set(provider, now() + BREAKER_OPEN_MS);
      onTrip(provider);
    },
    silentMs: (provider) => {
      const silence = silences.get(provider);
      if (!silence || silence.calls < SILENT_CALLS) return 0;
      const ms = silence.until - now();
      if (ms > 0) return ms;
      silence.until = now() + BREAKER_OPEN_MS;
      return 0;
    },
    heard: (provider, isSilent) => {
      const calls = (silences.get(provider)?.calls ?? 0) + 1;
      if (isSilent) silences.set(provider, { calls, until: now() + BREAKER_OPEN_MS });
      else silences.delete(provider);
    },
  };
}
