import { useState } from 'react';
import { toast } from './toast-store.ts';

const COPIED_SHOWN_MS = 2_000;

/** Copies a text; `done` for a moment after it. Where it cannot, `failed` is shown. */
export function useCopy(text: string, failed: string): { done: boolean; copy: () => Promise<void> } {
  const [done, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      setTimeout(() => setDone(false), COPIED_SHOWN_MS);
    } catch {
      // Refused by the person or missing without a secure context.
      toast({ title: failed, tone: 'error' });
    }
  };
  return { done, copy };
}
