import type { RefObject } from 'react';
import { CopyButton } from '../../../account/copy-button.tsx';
import { useT } from '../../../language/language.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export interface NewSecretProps {
  value: string;
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** The key that signs messages, this once. It closes by its button alone, so that nobody loses the key by a slip. */
export function NewSecret({ value, returnFocus, onClose }: NewSecretProps) {
  const t = useT('webhooks');
  const common = useT('common');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked
      returnFocus={returnFocus}
      title={t('secretTitle')}
      description={t('secretText')}
      closeLabel={common('close')}
      footer={<Button onClick={onClose}>{t('secretDone')}</Button>}
    >
      <div className="grid justify-items-start gap-3">
        <code
          dir="ltr"
          className="wrap-anywhere w-full select-all rounded-2xl bg-sunken px-4 py-3 font-mono text-sm"
        >
          {value}
        </code>
        <CopyButton text={value}>{t('secretCopy')}</CopyButton>
      </div>
    </Dialog>
  );
}
