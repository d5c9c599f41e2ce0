import { useState } from 'react';
import { endToast, type ToastContent, toast } from './toast-store.ts';

/** Toasts of an action that can be tried again: `clear` hides the failure of the last try, `fail` shows one. */
export function useTryToast(): { clear: () => void; fail: (content: ToastContent) => void } {
  const [owner] = useState(() => ({}));
  return {
    clear: () => endToast(owner),
    fail: (content) => void toast({ ...content, tone: 'error', owner }),
  };
}
