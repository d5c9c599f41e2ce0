import { Refusal } from '../refusal.ts';

const BUSY_RETRY_SECONDS = 2;

export interface QueueBounds {
  /** Works that run at the same time. */
  runningMax: number;
  /** Works that run or wait. */
  placesMax: number;
  /** Works of one asker that run or wait. */
  askerMax: number;
}

interface Waiting {
  start: () => void;
  giveUp: (reason: Refusal) => void;
}

/** Runs a work of an asker. Throws Refusal busy. */
export type FairQueue = <T>(asker: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs so many works at the same time, those of each asker in the order in which they came, those of several askers by
 * turns. Nobody holds more than a part of the places; when all are taken, whoever has the most waiting gives its last one
 * up to a newcomer who has fewer. So an asker that sends much is refused itself and slows nobody else down by more than
 * its turns.
 */
export function createFairQueue({ runningMax, placesMax, askerMax }: QueueBounds): FairQueue {
  /** In the order of their turns: who was served goes to the end. */
  const waiting = new Map<string, Waiting[]>();
  const held = new Map<string, number>();
  let running = 0;
  let taken = 0;

  const hold = (asker: string, change: 1 | -1) => {
    taken += change;
    const places = (held.get(asker) ?? 0) + change;
    if (places > 0) held.set(asker, places);
    else held.delete(asker);
  };
  /** Takes the last waiting work of whoever holds the most, if that is more than the newcomer would. */
  const makeRoomFor = (asker: string): boolean => {
    const [largest] = [...waiting.keys()].sort((a, b) => (held.get(b) ?? 0) - (held.get(a) ?? 0));
    if (largest === undefined || (held.get(largest) ?? 0) <= (held.get(asker) ?? 0) + 1) return false;
    const queue = waiting.get(largest);
    queue?.pop()?.giveUp(busy());
    if (queue?.length === 0) waiting.delete(largest);
    hold(largest, -1);
    return true;
  };
  const startNext = () => {
    const [turn] = waiting;
    if (!turn) return;
    const [asker, queue] = turn;
    const next = queue.shift();
    waiting.delete(asker);
    if (queue.length > 0) waiting.set(asker, queue);
    running += 1;
    next?.start();
  };

  return async (asker, work) => {
    if ((held.get(asker) ?? 0) >= askerMax) throw busy();
    if (taken >= placesMax && !makeRoomFor(asker)) throw busy();
    hold(asker, 1);
    if (running < runningMax) running += 1;
    else {
      await new Promise<void>((start, giveUp) => {
        const queue = waiting.get(asker) ?? [];
        queue.push({ start, giveUp });
        waiting.set(asker, queue);
      });
    }
    try {
      return await work();
    } finally {
      running -= 1;
      hold(asker, -1);
      startNext();
    }
  };
}

const busy = () => new Refusal('busy', { retryAfter: BUSY_RETRY_SECONDS });
