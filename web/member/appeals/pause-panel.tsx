import type { Pause } from '#contract/member.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { PauseBanner } from './pause-banner.tsx';

/** The pause, for screens that do not load the texts of accounts otherwise. */
export function PausePanel({ pause }: { pause: Pause }) {
  return (
    <AreaTexts area="account">
      <PauseBanner pause={pause} />
    </AreaTexts>
  );
}
