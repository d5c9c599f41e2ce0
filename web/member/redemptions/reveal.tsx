import { lazy, Suspense } from 'react';
import type { RevealProps } from './reveal-dialog.tsx';

// Looked at now and then: their code comes when somebody does.
const RevealDialog = lazy(async () => {
  const { RevealDialog } = await import('./reveal-dialog.tsx');
  return { default: RevealDialog };
});
const RedemptionDetails = lazy(async () => {
  const { RedemptionDetails } = await import('./redemption-details.tsx');
  return { default: RedemptionDetails };
});

/** Shows an issued reward to its owner. */
export function Reveal(props: RevealProps) {
  return (
    <Suspense>
      <RevealDialog {...props} />
    </Suspense>
  );
}

/** Shows everything else about a redemption. */
export function Details(props: RevealProps) {
  return (
    <Suspense>
      <RedemptionDetails {...props} />
    </Suspense>
  );
}
