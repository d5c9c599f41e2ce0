import type { RefObject } from 'react';
import { REDEMPTION_PROMISE_HOURS } from '#contract/redemptions.values.ts';
import type { RewardOffer } from '#contract/rewards.ts';
import { Button } from '#ui/button.tsx';
import { RewardArt } from '#ui/illustrations/reward-art.tsx';
import { NetworkError } from '#web/shared/api/call.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { ActionDialog } from '#web/shared/parts/action-dialog.tsx';
import { Line } from './line.tsx';
import type { useRedemption } from './use-redemption.ts';
import { useRewardNames } from './use-reward-names.ts';

interface ConfirmDialogProps {
  redemption: ReturnType<typeof useRedemption>;
  /** The offer to redeem; undefined if it is no longer offered. */
  offer: RewardOffer | undefined;
  points: number;
  returnFocus: RefObject<HTMLElement | null>;
}

/** Asks for confirmation before points are spent, and shows why a request was refused. */
export function ConfirmDialog({ redemption, offer, points, returnFocus }: ConfirmDialogProps) {
  const t = useT('redeem');
  const common = useT('common');
  const errors = useErrorText();
  const names = useRewardNames();
  const { step, request, unfinished } = redemption;
  const refused = request.isError && !unfinished;
  const lost = request.error instanceof NetworkError;
  const problem = request.isError && (lost ? t('unanswered') : errors.text(request.error));
  const title = () => {
    if (refused) return t('refusedTitle');
    if (!offer) return t('resumeTitle');
    return t('confirmTitle', { price: names.price(offer.pricePoints), kind: offer.kind });
  };
  return (
    <ActionDialog
      open={step.name === 'confirming'}
      title={title()}
      action={
        !refused && (
          <Button loading={request.isPending} onClick={() => redemption.confirm(offer?.pricePoints)}>
            {unfinished ? t('tryAgain') : t('confirm')}
          </Button>
        )
      }
      cancelLabel={refused ? common('close') : t('cancel')}
      pending={request.isPending}
      onClose={redemption.close}
      returnFocus={returnFocus}
    >
      {offer && !refused && <Deal offer={offer} left={unfinished ? undefined : points - offer.pricePoints} />}
      <p role="alert" className={refused ? '' : 'mt-3 font-medium text-danger text-sm empty:hidden'}>
        {problem}
      </p>
    </ActionDialog>
  );
}

/** The reward and its price. `left`: points that remain, if known. */
function Deal({ offer, left }: { offer: RewardOffer; left: number | undefined }) {
  const t = useT('redeem');
  const names = useRewardNames();
  return (
    <>
      <div className="mb-2 flex items-center gap-4 rounded-2xl bg-sunken p-4">
        <RewardArt kind={offer.kind} picture={offer.picture} className="w-16" />
        <div className="min-w-0">
          <p className="wrap-anywhere font-bold text-lg">
            <bdi>{names.reward(offer)}</bdi>
          </p>
          {offer.description && (
            <p className="wrap-anywhere text-muted text-sm">
              <bdi>{offer.description}</bdi>
            </p>
          )}
        </div>
      </div>
      <dl className="divide-y divide-line">
        <Line label={t('confirmCard')}>{names.valued(offer.kind, offer.amountUSD)}</Line>
        <Line label={t('confirmPrice')}>{names.price(offer.pricePoints)}</Line>
        {left !== undefined && left >= 0 && <Line label={t('confirmAfter')}>{names.price(left)}</Line>}
        <Line label={t('confirmWhen')}>
          {offer.delivery === 'at_once'
            ? t('deliveryAtOnce')
            : t('deliveryPromise', { hours: REDEMPTION_PROMISE_HOURS })}
        </Line>
        {offer.regions.length > 0 && <Line label={t('confirmWhere')}>{names.countries(offer.regions)}</Line>}
      </dl>
    </>
  );
}
