import type { ReactNode, RefObject } from 'react';
import type { Rewards } from '#contract/redemption.ts';
import { REDEMPTION_PROMISE_HOURS } from '#contract/values.ts';
import { NetworkError } from '../api/call.ts';
import { useErrorText } from '../language/errors.ts';
import { useT } from '../language/language.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Amount } from '../ui/money.tsx';
import type { useRedemption } from './use-redemption.ts';
import { useRewardNames } from './use-reward-names.ts';

interface ConfirmDialogProps {
  redemption: ReturnType<typeof useRedemption>;
  rewards: Rewards;
  points: number;
  returnFocus: RefObject<HTMLElement | null>;
}

/** The last look before points are spent, and what became of the request if it was not granted. */
export function ConfirmDialog({ redemption, rewards, points, returnFocus }: ConfirmDialogProps) {
  const t = useT('redeem');
  const common = useT('common');
  const errors = useErrorText();
  const names = useRewardNames();
  const { step, request, unfinished } = redemption;
  const open = step.name === 'confirming';
  const offer = rewards.offers.find(({ cardTier }) => open && cardTier === step.cardTier);
  const refused = request.isError && !unfinished;
  const lost = request.error instanceof NetworkError;
  const problem = request.isError && (lost ? t('unanswered') : errors.text(request.error));
  return (
    <Dialog
      open={open && offer !== undefined}
      onOpenChange={(next) => !next && redemption.close()}
      returnFocus={returnFocus}
      locked={request.isPending}
      title={refused ? t('refusedTitle') : t('confirmTitle', { price: names.price(offer?.pricePoints ?? 0) })}
      closeLabel={common('close')}
      footer={
        <>
          <Button variant="quiet" disabled={request.isPending} onClick={redemption.close}>
            {refused ? common('close') : t('cancel')}
          </Button>
          {!refused && (
            <Button loading={request.isPending} onClick={redemption.confirm}>
              {unfinished ? t('tryAgain') : t('confirm')}
            </Button>
          )}
        </>
      }
    >
      {offer && !refused && (
        <dl className="divide-y divide-line">
          <Line label={t('confirmCard')}>{names.card(offer.amountUSD)}</Line>
          <Line label={t('confirmPrice')}>{names.price(offer.pricePoints)}</Line>
          {!unfinished && <Line label={t('confirmAfter')}>{names.price(points - offer.pricePoints)}</Line>}
          <Line label={t('confirmWhen')}>
            {rewards.delivery === 'at_once'
              ? t('deliveryAtOnce')
              : t('deliveryPromise', { hours: REDEMPTION_PROMISE_HOURS })}
          </Line>
        </dl>
      )}
      <p role="alert" className={refused ? '' : 'mt-3 font-medium text-danger text-sm empty:hidden'}>
        {problem}
      </p>
    </Dialog>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-3">
      <dt className="text-muted">{label}</dt>
      <dd className="text-end font-semibold">
        <Amount>{children}</Amount>
      </dd>
    </div>
  );
}
