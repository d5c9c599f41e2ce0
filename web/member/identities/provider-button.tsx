import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { type ProviderVisit, useProviderVisit } from '#web/shared/parts/provider-visit.ts';

interface ProviderButtonProps extends ProviderVisit {
  provider: string;
  children: ReactNode;
}

/** Takes the browser to another site, which sends it back to the identity page. */
export function ProviderButton({ provider, children, ...how }: ProviderButtonProps) {
  const { visit, isPending } = useProviderVisit(provider, how);
  return (
    <Button variant="secondary" loading={isPending} onClick={visit}>
      {children}
    </Button>
  );
}
