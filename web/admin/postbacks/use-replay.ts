import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toast } from '#ui/toast-store.ts';
import { call } from '#web/shared/api/call.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { isApplied, isDone, type ReplayResult } from './replay-result.ts';

export type Replay = ReturnType<typeof useReplay>;

/** Replays postbacks one after the other, so that each shows its result and the rest can be stopped. */
export function useReplay() {
  const t = useT('parkedQueue');
  const errors = useErrorText();
  const queryClient = useQueryClient();
  const stopped = useRef(false);
  const [progress, setProgress] = useState<{ done: number; all: number; id: string }>();
  const [results, setResults] = useState<ReadonlyMap<string, ReplayResult>>(new Map());

  async function replayOne(id: string): Promise<ReplayResult> {
    try {
      return await call('POST /api/admin/parked/{id}/replay', { params: { id } });
    } catch (error) {
      return { failure: errors.message(error) };
    }
  }

  async function run(ids: string[]): Promise<void> {
    stopped.current = false;
    let applied = 0;
    let left = 0;
    let done = 0;
    for (const id of ids) {
      if (stopped.current) break;
      setProgress({ done, all: ids.length, id });
      const result = await replayOne(id);
      setResults((before) => new Map(before).set(id, result));
      if (isApplied(result)) applied += 1;
      if (!isDone(result)) left += 1;
      done += 1;
    }
    setProgress(undefined);
    const text = t('finished', { credited: applied, left });
    toast({ title: text, tone: applied === done ? 'success' : 'info' });
    // Those that no longer wait stay visible with their results until the list is read again.
    await queryClient.invalidateQueries({ queryKey: ['GET /api/admin/queues'] });
  }

  const stop = () => {
    stopped.current = true;
  };
  return { run, stop, running: progress !== undefined, progress, results };
}
