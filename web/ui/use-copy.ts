import { useState } from 'react';
import { useTryToast } from './use-try-toast.ts';

const COPIED_SHOWN_MS = 2_000;

/** Copies a text; `done` is true for a moment after it. If copying fails, a toast shows `failed`. */
export function useCopy(text: string, failed: string): { done: boolean; copy: () => Promise<void> } {
  const [done, setDone] = useState(false);
  const tries = useTryToast();
  const copy = async () => {
    tries.clear();
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      setTimeout(() => setDone(false), COPIED_SHOWN_MS);
    } catch {
      // The person refused, or there is no secure context.
      tries.fail({ title: failed });
    }
  };
  return { done, copy };
}
