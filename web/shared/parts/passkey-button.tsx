import { KeyRound } from 'lucide';
import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';

/** Asks the browser for a passkey; it shows its own window. */
export function PasskeyButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="secondary" onClick={onClick}>
      <Icon of={KeyRound} className="size-5" />
      {children}
    </Button>
  );
}
