import { useEffect, useState } from 'react';
import { endToast, type ToastContent, toast } from './toast-store.ts';

/**
 * Returns a function that shows a toast about the state of a screen. It leaves when `holds` turns false, and with the
 * screen; other toasts stay.
 */
export function useStateToast(holds: boolean): (content: ToastContent) => void {
  const [owner] = useState(() => ({}));
  useEffect(() => {
    if (!holds) endToast(owner);
  }, [holds, owner]);
  useEffect(() => () => endToast(owner), [owner]);
  return (content) => void toast({ ...content, owner });
}
