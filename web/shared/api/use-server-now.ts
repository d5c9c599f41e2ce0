import { useSyncExternalStore } from 'react';
import { serverNow } from './clock.ts';

const TICK_MS = 30_000;
const listeners = new Set<() => void>();
let ticks = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  ticks += 1;
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`: how often the time was told anew. One timer serves all that show it. */
export const tickStore = {
  get: (): number => ticks,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    timer ??= setInterval(tick, TICK_MS);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  },
};

/** The server's time, which moves on while the screen is shown. */
export function useServerNow(): Date {
  useSyncExternalStore(tickStore.subscribe, tickStore.get);
  return serverNow();
}
