import { Suspense } from 'react';
import { latePart } from '#web/shared/parts/late-part.tsx';
import type { RevealProps } from './reveal-dialog.tsx';

// Rarely opened, so the code is loaded on demand.
const RevealDialog = latePart(
  () => import('./reveal-dialog.tsx'),
  (module) => module.RevealDialog,
);
const RedemptionDetails = latePart(
  () => import('./redemption-details.tsx'),
  (module) => module.RedemptionDetails,
);

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
