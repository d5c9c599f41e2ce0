import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { useCopy } from '#ui/use-copy.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Copies a text and shows that it did. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const t = useT('twoFactor');
  const { done, copy } = useCopy(text, t('copyFailed'));
  const Icon = done ? Check : Copy;
  return (
    <Button size="small" variant="secondary" onClick={() => void copy()}>
      <Icon aria-hidden="true" className="size-4" />
      <span aria-live="polite">{done ? t('copied') : children}</span>
    </Button>
  );
}
