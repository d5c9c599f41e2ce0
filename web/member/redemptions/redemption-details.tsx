import { Dialog } from '#ui/dialog.tsx';
import { RewardArt } from '#ui/illustrations/reward-art.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { SupportLink } from '#web/shared/parts/support-link.tsx';
import { Line } from './line.tsx';
import { RedemptionState, StatusBadge } from './redemption-state.tsx';
import type { RevealProps } from './reveal-dialog.tsx';
import { SecretRow } from './secret-row.tsx';
import { useRewardNames } from './use-reward-names.ts';

/** Everything about one redemption but the reward itself, with the number that support asks for. */
export function RedemptionDetails({ redemption, onClose, returnFocus }: RevealProps) {
  const t = useT('redeem.about');
  const common = useT('common');
  const names = useRewardNames();
  const { date } = useFormats();
  const moments = [
    ['requestedAt', redemption.createdAt, 'moment'],
    ['promisedBy', redemption.promisedBy, 'moment'],
    ['issuedAt', redemption.issuedAt, 'moment'],
    ['expiresAt', redemption.expiresAt, 'day'],
  ] as const;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      returnFocus={returnFocus}
      title={<bdi>{names.reward(redemption)}</bdi>}
      closeLabel={common('close')}
    >
      <div className="mb-3 flex items-center gap-4 rounded-2xl bg-sunken p-4">
        <RewardArt kind={redemption.kind} picture={redemption.picture} className="w-16" />
        <div className="grid min-w-0 justify-items-start gap-2 text-sm">
          <StatusBadge redemption={redemption} />
          <RedemptionState redemption={redemption} />
        </div>
      </div>
      <dl className="divide-y divide-line">
        <Line label={t('value')}>{names.valued(redemption.kind, redemption.amountUSD)}</Line>
        <Line label={t('paid')}>
          {redemption.pointsUsed > 0 ? names.price(redemption.pointsUsed) : t('gift')}
        </Line>
        {moments.map(
          ([name, when, format]) =>
            when && (
              <Line key={name} label={t(name)}>
                <time dateTime={when}>{date(when, format)}</time>
              </Line>
            ),
        )}
      </dl>
      <ul className="mt-2">
        <SecretRow label={t('reference')} shown={redemption.id} />
      </ul>
      <p className="mt-1 text-sm">
        <SupportLink />
      </p>
    </Dialog>
  );
}
