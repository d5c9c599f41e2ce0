import { Refusal } from './refusal.ts';

const BUSY_RETRY_SECONDS = 2;

export interface QueueBounds {
  /** Jobs that run at the same time. */
  runningMax: number;
  /** Jobs that run or wait. */
  placesMax: number;
  /** Jobs of one asker that run or wait. */
  askerMax: number;
}

interface Waiting {
  start: () => void;
  giveUp: (reason: Refusal) => void;
}

export interface Asker {
  name: string;
  /**
   * True for a known member, false for anyone at an address. The number of known members is bounded, that of
   * addresses is not.
   */
  isKnown: boolean;
}

/** Runs a job of an asker. Throws Refusal busy. */
export type FairQueue = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>;

/** Waiting jobs by asker, in the order of turns; an asker who was served goes to the end. */
type Lane = Map<string, Waiting[]>;

/**
 * Runs at most `runningMax` jobs at a time: each asker's in order of arrival, those of several askers by turns, and
 * known members and strangers in alternation. One asker holds at most `askerMax` places. When all places are taken,
 * the asker with the most waiting jobs loses the last one to a newcomer who holds fewer, and a stranger loses it to
 * any known member. So an asker that sends much is refused itself, and a crowd of strangers cannot keep members out.
 */
export function createFairQueue({ runningMax, placesMax, askerMax }: QueueBounds): FairQueue {
  const known: Lane = new Map();
  const strangers: Lane = new Map();
  const laneOf = ({ isKnown }: Asker) => (isKnown ? known : strangers);
  const held = new Map<string, number>();
  let running = 0;
  let taken = 0;
  let next = known;

  const hold = (name: string, change: 1 | -1) => {
    taken += change;
    const places = (held.get(name) ?? 0) + change;
    if (places > 0) held.set(name, places);
    else held.delete(name);
  };
  /** Refuses the last waiting job of the lane's largest asker, if that asker holds more than `least` places. */
  const takeFrom = (lane: Lane, least: number): boolean => {
    const [largest] = [...lane.keys()].sort((a, b) => (held.get(b) ?? 0) - (held.get(a) ?? 0));
    if (largest === undefined || (held.get(largest) ?? 0) <= least) return false;
    const queue = lane.get(largest);
    queue?.pop()?.giveUp(busy());
    if (queue?.length === 0) lane.delete(largest);
    hold(largest, -1);
    return true;
  };
  const makeRoomFor = (asker: Asker): boolean =>
    (asker.isKnown && takeFrom(strangers, 0)) || takeFrom(laneOf(asker), (held.get(asker.name) ?? 0) + 1);
  const startNext = () => {
    const lane = next.size > 0 ? next : next === known ? strangers : known;
    const [turn] = lane;
    if (!turn) return;
    const [name, queue] = turn;
    const first = queue.shift();
    lane.delete(name);
    if (queue.length > 0) lane.set(name, queue);
    next = lane === known ? strangers : known;
    running += 1;
    first?.start();
  };

  return async (asker, work) => {
    const { name } = asker;
    if ((held.get(name) ?? 0) >= askerMax) throw busy();
    if (taken >= placesMax && !makeRoomFor(asker)) throw busy();
    hold(name, 1);
    if (running < runningMax) running += 1;
    else {
      const lane = laneOf(asker);
      await new Promise<void>((start, giveUp) => {
        const queue = lane.get(name) ?? [];
        queue.push({ start, giveUp });
        lane.set(name, queue);
      });
    }
    try {
      return await work();
    } finally {
      running -= 1;
      hold(name, -1);
      startNext();
    }
  };
}

const busy = () => new Refusal('busy', { retryAfter: BUSY_RETRY_SECONDS });
