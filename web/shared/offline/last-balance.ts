import { forget, keep, kept } from '#web/shared/browser/storage.ts';

/** The last balance that the member saw in this browser, shown while there is no connection. */
export interface LastBalance {
  points: number;
  /** Milliseconds since 1970. */
  at: number;
}

const KEY = 'last-balance';

export const keepBalance = (points: number): void => keep(KEY, JSON.stringify({ points, at: Date.now() }));

export const forgetBalance = (): void => forget(KEY);

export function lastBalance(): LastBalance | undefined {
  const { points, at }: Partial<LastBalance> = JSON.parse(kept(KEY) ?? '{}');
  return typeof points === 'number' && typeof at === 'number' ? { points, at } : undefined;
}
