import { Check, Copy } from 'lucide';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useCopy } from '#ui/use-copy.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Copies a text and shows that it did. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const t = useT('twoFactor');
  const { done, copy } = useCopy(text, t('copyFailed'));
  const icon = done ? Check : Copy;
  return (
    <Button size="small" variant="secondary" onClick={() => void copy()}>
      <Icon of={icon} className="size-4" />
      <span aria-live="polite">{done ? t('copied') : children}</span>
    </Button>
  );
}
