import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useT } from '../language/language.tsx';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast-store.ts';

const COPIED_SHOWN_MS = 2_000;

/** Copies a text and says so. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const t = useT('twoFactor');
  const [done, setDone] = useState(false);
  const Icon = done ? Check : Copy;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      setTimeout(() => setDone(false), COPIED_SHOWN_MS);
    } catch {
      // Refused by the person or missing without a secure context.
      toast({ title: t('copyFailed'), tone: 'error' });
    }
  };
  return (
    <Button size="small" variant="secondary" onClick={() => void copy()}>
      <Icon aria-hidden="true" className="size-4" />
      <span aria-live="polite">{done ? t('copied') : children}</span>
    </Button>
  );
}
