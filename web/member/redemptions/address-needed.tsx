import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { AddressDialog } from './late-address-dialog.ts';

interface AddressNeededProps {
  /** Whether a card waits for it. */
  waiting: boolean;
  /** What else is to know. */
  children?: ReactNode;
  /** What else is to do. */
  more?: ReactNode;
  /** Called when the link to the profile is followed, which may be the screen that is shown. */
  onLeave?: (() => void) | undefined;
}

/** Says that the issuer needs the member's address and a name that it takes, opens the form of the one and leads to the other. */
export function AddressNeeded({ waiting, children, more, onLeave }: AddressNeededProps) {
  const t = useT('redeem');
  const navigation = useT('navigation');
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
        <Link to="/profile" hash="account" onClick={onLeave} className={buttonClass('quiet', 'small')}>
          {navigation('profile')}
        </Link>
        {more}
      </div>
      <Suspense>
        {open && <AddressDialog waiting={waiting} onClose={() => setOpen(false)} returnFocus={button} />}
      </Suspense>
    </div>
  );
}
