import { Suspense, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';

// Rarely needed, so the form and its rules are loaded on demand.
const AddressDialog = latePart(
  () => import('./billing-address-dialog.tsx'),
  (module) => module.AddressDialog,
);

/** Says that the issuer needs the member's address, and opens its form. */
export function AddressNeeded() {
  const t = useT('redeem');
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className="space-y-3">
      <p>{t('detailsNeeded')}</p>
      <Button ref={button} size="small" onClick={() => setOpen(true)}>
        {t('address.open')}
      </Button>
      <Suspense>{open && <AddressDialog onClose={() => setOpen(false)} returnFocus={button} />}</Suspense>
    </div>
  );
}
