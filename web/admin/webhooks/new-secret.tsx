import type { RefObject } from 'react';
import { ShownOnce } from '#web/admin/parts/shown-once.tsx';
import { useT } from '#web/shared/language/language.tsx';

interface NewSecretProps {
  value: string;
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Shows a new or renewed signing key. */
export function NewSecret(props: NewSecretProps) {
  const t = useT('webhooks');
  return (
    <ShownOnce
      title={t('secretTitle')}
      text={t('secretText')}
      copy={t('secretCopy')}
      done={t('secretDone')}
      {...props}
    />
  );
}
