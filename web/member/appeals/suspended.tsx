import { Suspense } from 'react';
import { withTexts } from '#web/shared/language/areas.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import type { SuspensionDetails } from './suspension.ts';

const SuspendedPanel = latePart(
  () => withTexts('pause', import('./suspended-panel.tsx')),
  (module) => module.SuspendedPanel,
);

/** The panel of a suspended member, which is loaded when there is one. */
export function Suspended(props: { suspension: SuspensionDetails; alone?: boolean }) {
  return (
    <Suspense>
      <SuspendedPanel {...props} />
    </Suspense>
  );
}
