import type { RefObject } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { CopyButton } from '#web/shared/parts/copy-button.tsx';

interface ShownOnceProps {
  title: string;
  text: string;
  /** A key or a secret. */
  value: string;
  copy: string;
  done: string;
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Shows a secret once. Only its button closes it, so that the secret is not lost by accident. */
export function ShownOnce({ title, text, value, copy, done, returnFocus, onClose }: ShownOnceProps) {
  const common = useT('common');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked
      returnFocus={returnFocus}
      title={title}
      description={text}
      closeLabel={common('close')}
      footer={<Button onClick={onClose}>{done}</Button>}
    >
      <div className="grid justify-items-start gap-3">
        <code
          dir="ltr"
          className="wrap-anywhere w-full select-all rounded-2xl bg-sunken px-4 py-3 font-mono text-sm"
        >
          {value}
        </code>
        <CopyButton text={value}>{copy}</CopyButton>
      </div>
    </Dialog>
  );
}
