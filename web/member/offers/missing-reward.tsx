import { Suspense, useRef, useState } from 'react';
import { firstClaimable } from '#contract/claims.values.ts';
import type { StartedOffer } from '#contract/offers.ts';
import { Button } from '#ui/button.tsx';
import { serverNow } from '#web/shared/api/clock.ts';
import { withTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';

/** Its form and texts, which the screen does not need before. */
const ClaimDialog = latePart(
  () => withTexts('missions', import('#web/member/claims/claim-dialog.tsx')),
  (module) => module.ClaimDialog,
);

/** The time, or the first that a report can be about. */
function claimable(at: string): string {
  const first = firstClaimable(serverNow());
  return new Date(at) < first ? first.toISOString() : at;
}

/** Opens the report of a missing reward with what is known of the offer. */
export function MissingReward({ offer }: { offer: StartedOffer }) {
  const t = useT('offers');
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const { id, title, startedAt } = offer;
  return (
    <>
      <Button ref={button} variant="quiet" size="small" onClick={() => setOpen(true)}>
        {t('report')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ClaimDialog
            open
            task={{ about: { kind: 'offer', clickId: id }, title, completedAt: claimable(startedAt) }}
            onClose={() => setOpen(false)}
            returnFocus={button}
          />
        </Suspense>
      )}
    </>
  );
}
