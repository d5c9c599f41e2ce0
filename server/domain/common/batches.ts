import { AsyncLocalStorage } from 'node:async_hooks';

export interface Batches<Item, Result> {
  /** Resolves with the item's result when its batch is done; rejects if the batch fails. */
  add: (item: Item) => Promise<Result>;
  /** Rejects all items that wait for their batch to start. */
  giveUpWaiting: (error: unknown) => void;
}

export interface BatchOptions<Item, Result> {
  sizeMax: number;
  inFlightMax: number;
  /**
   * While a batch is under way, the next one starts when it has `size` items or when its first item has waited `ms`
   * milliseconds.
   */
  gather?: { size: number; ms: number };
  /** Two batches under way never hold items of the same key. Items without a key conflict with none. */
  keyOf: (item: Item) => string | undefined;
  /** Returns one result per item, in the order of the items. */
  run: (items: Item[]) => Promise<Result[]>;
  /** Called at the end of each batch, also of one that failed. */
  onEnded?: (items: number, ms: number) => void;
}

/** Told of each batch that has ended, `of` what it was. */
export type OnBatch = (of: string, items: number, ms: number) => void;

interface Waiting<Item, Result> {
  item: Item;
  key: string | undefined;
  inContext: <R>(run: () => R) => R;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs items in batches. If no batch is under way, the next one starts at the end of the current turn of the event
 * loop, whatever its size. Items that arrive meanwhile form the batch after it. A batch runs in the context of its first item:
 * what is traced and logged of it belongs to that one.
 */
export function openBatches<Item, Result>(options: BatchOptions<Item, Result>): Batches<Item, Result> {
  const { sizeMax, inFlightMax, gather, keyOf, run, onEnded } = options;
  let waiting: Waiting<Item, Result>[] = [];
  const busy = new Set<string>();
  let inFlight = 0;
  let scheduled = false;
  let gathering: NodeJS.Timeout | undefined;

  function schedule(): void {
    if (scheduled || inFlight >= inFlightMax || waiting.length === 0) return;
    if (gather && inFlight > 0 && waiting.length < gather.size) {
      gathering ??= setTimeout(launch, gather.ms);
      return;
    }
    scheduled = true;
    setImmediate(launch);
  }

  function launch(): void {
    clearTimeout(gathering);
    gathering = undefined;
    scheduled = false;
    if (inFlight >= inFlightMax) return;
    const batch = take();
    batch[0]?.inContext(() => void start(batch));
  }

  /** Takes the next items whose keys are in no batch under way; the others keep their order. */
  function take(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    const rest: Waiting<Item, Result>[] = [];
    for (const entry of waiting) {
      const free = batch.length < sizeMax && (entry.key === undefined || !busy.has(entry.key));
      (free ? batch : rest).push(entry);
    }
    waiting = rest;
    return batch;
  }

  async function start(batch: Waiting<Item, Result>[]): Promise<void> {
    const keys = new Set(batch.flatMap(({ key }) => (key === undefined ? [] : [key])));
    for (const key of keys) busy.add(key);
    inFlight += 1;
    schedule();
    const began = performance.now();
    try {
      const results = await run(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error('a batch returned another number of results');
      results.forEach((result, index) => {
        batch[index]?.resolve(result);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      onEnded?.(batch.length, performance.now() - began);
      inFlight -= 1;
      for (const key of keys) busy.delete(key);
      schedule();
    }
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, key: keyOf(item), inContext: AsyncLocalStorage.snapshot(), resolve, reject });
        schedule();
      }),
    giveUpWaiting: (error) => {
      const given = waiting;
      waiting = [];
      for (const { reject } of given) reject(error);
    },
  };
}
