import { useState } from 'react';
import { toast } from './toast-store.ts';

const COPIED_SHOWN_MS = 2_000;

/** Copies a text; `done` is true for a moment after it. If copying fails, a toast shows `failed`. */
export function useCopy(text: string, failed: string): { done: boolean; copy: () => Promise<void> } {
  const [done, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      setTimeout(() => setDone(false), COPIED_SHOWN_MS);
    } catch {
      // The person refused, or there is no secure context.
      toast({ title: failed, tone: 'error' });
    }
  };
  return { done, copy };
}
