import { type ReactNode, Suspense, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { AddressDialog } from './late-address-dialog.ts';

/** Says that the issuer needs the member's address and what else is to know, and opens its form. */
export function AddressNeeded({ children }: { children: ReactNode }) {
  const t = useT('redeem');
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="space-y-3">
      <div className="grid gap-1">
        <p>{t('detailsNeeded')}</p>
        {children}
      </div>
      <Button ref={button} size="small" onClick={() => setOpen(true)}>
        {t('address.open')}
      </Button>
      <Suspense>
        {open && <AddressDialog waiting onClose={() => setOpen(false)} returnFocus={button} />}
      </Suspense>
    </div>
  );
}
