import type { Pause } from '#contract/member.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { PauseBanner } from './pause-banner.tsx';

/** The pause on screens that have not loaded the texts of accounts otherwise. */
export function PausePanel({ pause }: { pause: Pause }) {
  return (
    <AreaTexts area="account">
      <PauseBanner pause={pause} />
    </AreaTexts>
  );
}
