import { lazy, Suspense } from 'react';
import type { RevealProps } from './reveal-dialog.tsx';

// Rarely opened, so the code is loaded on demand.
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

/** Shows all other data of a redemption. */
export function Details(props: RevealProps) {
  return (
    <Suspense>
      <RedemptionDetails {...props} />
    </Suspense>
  );
}
