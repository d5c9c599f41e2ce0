import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';

interface ProviderButtonProps {
  provider: string;
  /** Title of the message if the other site cannot be reached. */
  failed: string;
  children: ReactNode;
}

/** Takes the browser to another site, which sends it back to the identity page. */
export function ProviderButton({ provider, failed, children }: ProviderButtonProps) {
  const go = useCallMutation(
    () => call('POST /api/login/identity/{id}/start', { params: { id: provider } }),
    { onDone: ({ url }) => window.location.assign(url), failed },
  );
  return (
    <Button variant="secondary" loading={go.isPending} onClick={() => go.mutate()}>
      {children}
    </Button>
  );
}
