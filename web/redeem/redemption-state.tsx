import type { Redemption } from '#contract/redemption.ts';
import type { RedemptionReason, RedemptionStatus } from '#contract/values.ts';
import { useFormats, useT } from '../language/language.tsx';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { AddressNeeded } from './address-needed.tsx';
import { useRewardNames } from './use-reward-names.ts';

const TONES: Record<RedemptionStatus, BadgeTone> = {
  pending: 'accent',
  processing: 'accent',
  review: 'accent',
  issued: 'brand',
  failed: 'danger',
  expired: 'neutral',
  reversed: 'neutral',
};

/** True while an outcome is still owed. */
export const isOpen = ({ status }: Pick<Redemption, 'status'>): boolean =>
  status === 'pending' || status === 'processing' || status === 'review';

/** The state in a word. */
export function StatusBadge({ status }: { status: RedemptionStatus }) {
  const t = useT('redeem.status');
  return <Badge tone={TONES[status]}>{t(status)}</Badge>;
}

/** The state in a sentence: when it will be there, since when it is, or why it is not. */
export function RedemptionState({ redemption }: { redemption: Redemption }) {
  const t = useT('redeem');
  const { date } = useFormats();
  const names = useRewardNames();
  const { status, reason, promisedBy, issuedAt, expiresAt } = redemption;
  if (isOpen(redemption)) {
    return (
      <div className="grid gap-1">
        {promisedBy && (
          <p className="font-semibold">
            {isPast(promisedBy) ? t('late') : t('promise', { when: names.weekdayTime(promisedBy) })}
          </p>
        )}
        {redemption.reason === 'details_needed' && <AddressNeeded />}
        {status === 'review' && <p className="text-sm">{t('review')}</p>}
      </div>
    );
  }
  if (status === 'failed') {
    return (
      <p>
        {t(`failed.${reason === null || isWithdrawal(reason) ? 'unknown' : reason}`)}{' '}
        <span className="font-semibold">
          {t('pointsBack', { amount: names.price(redemption.pointsUsed) })}
        </span>
      </p>
    );
  }
  if (status === 'reversed') {
    return (
      <p>
        {t(`reversed.${reason !== null && isWithdrawal(reason) ? reason : 'unknown'}`)}{' '}
        {reason === 'withdrawn_unused' && redemption.pointsUsed > 0 && (
          <span className="font-semibold">
            {t('pointsBack', { amount: names.price(redemption.pointsUsed) })}
          </span>
        )}
      </p>
    );
  }
  if (status === 'expired') return <p>{expiresAt && t('expired', { date: date(expiresAt) })}</p>;
  return (
    <p>
      {issuedAt && t('issued', { date: date(issuedAt) })}
      {expiresAt && <span className="block">{t('validUntil', { date: date(expiresAt) })}</span>}
    </p>
  );
}

const isWithdrawal = (reason: RedemptionReason): reason is Extract<RedemptionReason, `withdrawn_${string}`> =>
  reason.startsWith('withdrawn_');

const isPast = (when: string): boolean => Date.parse(when) < Date.now();
