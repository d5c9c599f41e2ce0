import { Check, Copy, Eye, EyeOff } from 'lucide';
import { useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useCopy } from '#ui/use-copy.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Covers a secret; always the same length, so that it reveals nothing. */
const COVER = '••••••••';

interface SecretRowProps {
  label: string;
  /** The form to read. */
  shown: string;
  /** The form to type, if it differs from `shown`. */
  copied?: string;
  /** Covered until the owner uncovers it, so that others cannot read it. */
  covered?: boolean;
}

/** A line with a secret of a reward, which can be copied while it is covered. */
export function SecretRow({ label, shown, copied = shown, covered = false }: SecretRowProps) {
  const t = useT('redeem.reveal');
  const id = useId();
  const [open, setOpen] = useState(!covered);
  const icon = open ? EyeOff : Eye;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="min-w-0">
        <span className="block text-muted text-sm">{label}</span>
        <span id={id} aria-live="polite" className="wrap-anywhere font-semibold tabular-nums">
          {open ? (
            <bdi dir="ltr">{shown}</bdi>
          ) : (
            <>
              <span aria-hidden="true">{COVER}</span>
              <span className="sr-only">{t('covered')}</span>
            </>
          )}
        </span>
      </span>
      <span className="ms-auto flex shrink-0">
        {covered && (
          <Button
            size="small"
            variant="quiet"
            aria-controls={id}
            aria-label={open ? t('hideName', { what: label }) : t('showName', { what: label })}
            onClick={() => setOpen(!open)}
          >
            <Icon of={icon} className="size-4" />
            {open ? t('hide') : t('show')}
          </Button>
        )}
        <CopySecret label={label} text={copied} />
      </span>
    </li>
  );
}

function CopySecret({ label, text }: { label: string; text: string }) {
  const t = useT('redeem.reveal');
  const { done, copy } = useCopy(text, t('copyFailed'));
  const icon = done ? Check : Copy;
  return (
    <Button
      size="small"
      variant="quiet"
      aria-label={done ? t('copiedName', { what: label }) : t('copyName', { what: label })}
      onClick={() => void copy()}
    >
      <Icon of={icon} className="size-4" />
      <span aria-live="polite">{done ? t('copied') : t('copy')}</span>
    </Button>
  );
}
