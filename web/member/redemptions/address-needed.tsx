import { type ReactNode, Suspense, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { AddressDialog } from './late-address-dialog.ts';

interface AddressNeededProps {
  /** Whether a card waits for it. */
  waiting: boolean;
  /** What else is to know. */
  children?: ReactNode;
  /** What else is to do. */
  more?: ReactNode;
}

/** Says that the issuer needs the member's address, and opens its form. */
export function AddressNeeded({ waiting, children, more }: AddressNeededProps) {
  const t = useT('redeem');
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="space-y-3">
      <div className="grid gap-1">
        <p>{t('detailsNeeded')}</p>
        {children}
      </div>
      {/* Beside text in the middle they are in the middle too. */}
      <div className="-m-1 *:m-1">
        <Button ref={button} size="small" onClick={() => setOpen(true)}>
          {t('address.open')}
        </Button>
        {more}
      </div>
      <Suspense>
        {open && <AddressDialog waiting={waiting} onClose={() => setOpen(false)} returnFocus={button} />}
      </Suspense>
    </div>
  );
}
