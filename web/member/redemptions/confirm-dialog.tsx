import type { RefObject } from 'react';
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
  /** The offer to redeem as it is now; undefined if it is no longer offered. */
  offer: RewardOffer | undefined;
  points: number;
  returnFocus: RefObject<HTMLElement | null>;
}

/**
 * Asks for confirmation before points are spent, and shows why a request was refused. What has changed since it was chosen
 * cannot be confirmed.
 */
export function ConfirmDialog({ redemption, offer, points, returnFocus }: ConfirmDialogProps) {
  const t = useT('redeem');
  const common = useT('common');
  const refusals = useT('errors');
  const errors = useErrorText();
  const names = useRewardNames();
  const { step, request, unfinished } = redemption;
  const chosen = step.name === 'confirming' ? step.intent : undefined;
  const deal = offer?.terms === chosen?.terms ? offer : undefined;
  const changed = chosen && !deal && request.isIdle && !unfinished;
  const refused = changed || (request.isError && !unfinished);
  const problem = () => {
    if (changed) return refusals(offer ? 'reward_changed' : 'reward_unavailable');
    if (request.error instanceof NetworkError) return t('unanswered');
    return request.isError && errors.text(request.error);
  };
  const title = () => {
    if (refused) return t('refusedTitle');
    if (!deal) return t('resumeTitle');
    return t('confirmTitle', { price: names.price(deal.pricePoints), kind: deal.kind });
  };
  return (
    <ActionDialog
      open={step.name === 'confirming'}
      title={title()}
      action={
        !refused && (
          <Button loading={request.isPending} onClick={redemption.confirm}>
            {unfinished ? t('tryAgain') : t('confirm')}
          </Button>
        )
      }
      cancelLabel={refused ? common('close') : t('cancel')}
      pending={request.isPending}
      onClose={redemption.close}
      returnFocus={returnFocus}
    >
      {deal && !refused && <Deal offer={deal} left={unfinished ? undefined : points - deal.pricePoints} />}
      <p role="alert" className={refused ? '' : 'mt-3 font-medium text-danger text-sm empty:hidden'}>
        {problem()}
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
        <Line label={t('confirmWhen')}>{names.delivery(offer)}</Line>
        {offer.regions.length > 0 && <Line label={t('confirmWhere')}>{names.countries(offer.regions)}</Line>}
      </dl>
      {offer.needsDetails && <p className="mt-2">{t('detailsNeeded')}</p>}
    </>
  );
}
