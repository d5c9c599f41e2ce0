import { Link } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import type { Redemption } from '#contract/redemptions.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Cards } from '#ui/illustrations/cards.tsx';
import { Trouble } from '#ui/illustrations/trouble.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useRedemptions } from '#web/shared/api/queries.ts';
import { useT } from '#web/shared/language/language.tsx';
import { isOpen, needsDetails } from './is-open.ts';
import { RedemptionState } from './redemption-state.tsx';
import { Reveal } from './reveal.tsx';
import type { Step } from './use-redemption.ts';
import { useRewardNames } from './use-reward-names.ts';

interface ResultDialogProps {
  step: Step;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
}

/** The outcome of a redemption. It follows the state that the server reports. */
export function ResultDialog({ step, onClose, returnFocus }: ResultDialogProps) {
  const t = useT('redeem');
  const common = useT('common');
  const names = useRewardNames();
  const redemptions = useRedemptions();
  /** What gets the focus afterwards. */
  const next = useRef<HTMLElement>(null);
  const close = (focused = returnFocus.current) => {
    next.current = focused;
    onClose();
  };
  const [revealed, setRevealed] = useState<Redemption>();
  const redemption =
    step.name === 'done' ? redemptions.data?.find(({ id }) => id === step.redemptionId) : undefined;
  const outcome = redemption
    ? t(`resultTitle.${outcomeOf(redemption)}`, { kind: redemption.kind })
    : t('resultWaiting');
  const title = redemption && needsDetails(redemption) ? t('needsDetails') : outcome;
  return (
    <>
      <Dialog
        open={step.name === 'done'}
        onOpenChange={(open) => !open && close()}
        returnFocus={next}
        title={title}
        closeLabel={common('close')}
        footer={
          <>
            <Link to="/history" search={{ tab: 'cards' }} className={buttonClass('quiet')}>
              {t('toCards')}
            </Link>
            {redemption?.status === 'issued' ? (
              <Button
                onClick={() => {
                  setRevealed(redemption);
                  close();
                }}
              >
                {t('show', { kind: redemption.kind })}
              </Button>
            ) : (
              <Button onClick={() => close()}>{t('done')}</Button>
            )}
          </>
        }
      >
        <div aria-live="polite" className="grid justify-items-center gap-3 text-center">
          <div className="w-44">{redemption?.status === 'failed' ? <Trouble /> : <Cards />}</div>
          {!redemption && !redemptions.isError && <Spinner className="text-brand" />}
          {!redemption && redemptions.isError && <p>{t('resultUnknown')}</p>}
          {redemption && (
            <p className="wrap-anywhere font-bold text-lg">
              <bdi>{names.reward(redemption)}</bdi>
            </p>
          )}
          {redemption && (
            <RedemptionState
              redemption={redemption}
              // Where the dialog is on the profile, the link moves the page behind it alone.
              onLeave={() => close(document.getElementById('account') ?? undefined)}
            />
          )}
          {redemption && isOpen(redemption) && <p className="text-muted">{t('resultOpen')}</p>}
        </div>
      </Dialog>
      {revealed && (
        <Reveal redemption={revealed} onClose={() => setRevealed(undefined)} returnFocus={returnFocus} />
      )}
    </>
  );
}

function outcomeOf(redemption: Redemption): 'open' | 'issued' | 'failed' | 'closed' {
  if (isOpen(redemption)) return 'open';
  if (redemption.status === 'issued' || redemption.status === 'failed') return redemption.status;
  return 'closed';
}
