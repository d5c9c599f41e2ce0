import type { Pause } from '#contract/member.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { PauseBanner } from './pause-banner.tsx';

/** The pause, with its texts, which few members need. */
export function PausePanel({ pause }: { pause: Pause }) {
  return (
    <AreaTexts area="pause">
      <PauseBanner pause={pause} />
    </AreaTexts>
  );
}
