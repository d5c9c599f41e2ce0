import { setTimeout as pause } from 'node:timers/promises';
import { rejectWhenAborted } from '#domain/common/reject-when-aborted.ts';
import type { ListedReward, PayoutProvider } from '#domain/redemption/ports.ts';

/** Longest wait for the next batch. */
const BATCH_MS_MAX = 30_000;
/** A part is hundreds of calls, of which one may fail. */
const TRIES_MAX = 3;
const RETRY_PAUSE_MS = 2_000;

/** The provider gave no list; the message is that of its last failure. */
export class ListFailed extends Error {}

export type List = NonNullable<PayoutProvider['list']>;

/** A part of a provider's list, and what bounds the wait for it. */
export interface ListPart {
  since: Date;
  until: Date;
  /** Ends all parts of the list. */
  end: AbortSignal;
  batchMsMax?: number | undefined;
}

/** The rewards that the provider lists in this part, each once. Throws ListFailed. */
export async function listRewards(list: List, part: ListPart): Promise<ListedReward[]> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await readInTime(list, part);
    } catch (error) {
      if (part.end.aborted || tried === TRIES_MAX) {
        throw new ListFailed(error instanceof Error ? error.message : String(error), { cause: error });
      }
      await pause(RETRY_PAUSE_MS);
    }
  }
}

async function readInTime(
  list: List,
  { since, until, end, batchMsMax = BATCH_MS_MAX }: ListPart,
): Promise<ListedReward[]> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error('it was silent for too long')), batchMsMax);
  const signal = AbortSignal.any([end, silence.signal]);
  try {
    const listing = readAll(list(since, signal, until), signal, timer);
    return await Promise.race([listing, rejectWhenAborted(signal)]);
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(
  batches: AsyncIterable<ListedReward[]>,
  signal: AbortSignal,
  timer: NodeJS.Timeout,
): Promise<ListedReward[]> {
  // New rewards move older ones to the next page, so a reward may be listed twice.
  const byRef = new Map<string, ListedReward>();
  for await (const batch of batches) {
    // Nobody waits any more, and a provider that ignores the signal may go on for ever.
    signal.throwIfAborted();
    timer.refresh();
    for (const reward of batch) byRef.set(reward.ref, reward);
  }
  return [...byRef.values()];
}
