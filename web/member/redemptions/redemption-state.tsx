import { Suspense } from 'react';
import type { Redemption } from '#contract/redemptions.ts';
import type { RedemptionReason, RedemptionStatus } from '#contract/redemptions.values.ts';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { useFocusAfter } from '#ui/use-focus-after.ts';
import { serverNow } from '#web/shared/api/clock.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { AddressNeeded } from './address-needed.tsx';
import { isOpen, needsDetails } from './is-open.ts';
import { useRewardNames } from './use-reward-names.ts';

/** Few redemptions wait for their member. */
const GiveUp = latePart(
  () => import('./give-up.tsx'),
  (module) => module.GiveUp,
);

const TONES: Record<RedemptionStatus, BadgeTone> = {
  pending: 'accent',
  processing: 'accent',
  review: 'accent',
  issued: 'brand',
  failed: 'danger',
  expired: 'neutral',
  reversed: 'neutral',
};
const DAY_MS = 86_400_000;
/** A reward that ends within this many days shows how many are left. */
const ENDING_DAYS = 14;

/** Reasons of an open redemption that have an explanation of their own. */
const EXPLAINED = new Set<RedemptionReason | null>(['out_of_stock', 'risk_review']);

/** Id of the heading of its card. */
export const headingOf = ({ id }: Pick<Redemption, 'id'>): string => `redemption-${id}`;

/** The state in a few words. */
export function StatusBadge({ redemption }: { redemption: Pick<Redemption, 'status' | 'reason'> }) {
  const t = useT('redeem');
  const { status } = redemption;
  return (
    <Badge tone={TONES[status]}>{needsDetails(redemption) ? t('needsDetails') : t(`status.${status}`)}</Badge>
  );
}

interface RedemptionStateProps {
  redemption: Redemption;
  /** Called when the link to the profile is followed, which may be the screen that is shown. */
  onLeave?: (() => void) | undefined;
}

/** The state in a sentence: when the reward is promised, when it was issued, or why there is none. */
export function RedemptionState(props: RedemptionStateProps) {
  const t = useT('redeem');
  const { date } = useFormats();
  const { redemption } = props;
  const { status, expiresAt } = redemption;
  if (isOpen(redemption)) return <Waiting {...props} />;
  if (status === 'failed') return <Failed redemption={redemption} />;
  if (status === 'reversed') return <Reversed redemption={redemption} />;
  if (status === 'expired') return <p>{expiresAt && t('expired', { date: date(expiresAt, 'day') })}</p>;
  return <Issued redemption={redemption} />;
}

/** If the redemption waits for the member, shows only that, without a promise. A gift holds no points. */
function Waiting(props: RedemptionStateProps) {
  const t = useT('redeem');
  const names = useRewardNames();
  const { redemption } = props;
  const { status, reason, promisedBy, review, stop } = redemption;
  const costsPoints = redemption.pointsUsed > 0;
  if (stop) {
    return (
      <p className="font-semibold">
        {t('stopped')} {costsPoints && t('stoppedPoints')}
      </p>
    );
  }
  if (needsDetails(redemption)) return <WaitsForMember {...props} />;
  const late = promisedBy !== null && Date.parse(promisedBy) < serverNow().getTime();
  // Without a promise somebody has ended it, and it is looked up before the points go back.
  const unclear = (status === 'review' || promisedBy === null) && !EXPLAINED.has(reason);
  return (
    <div className="grid gap-1">
      {promisedBy && !review && (
        <p className="font-semibold">
          {late ? t('late') : t('promise', { when: names.weekdayTime(promisedBy) })}
        </p>
      )}
      {reason === 'out_of_stock' && <p>{t('waitingForStock')}</p>}
      {reason === 'risk_review' && <p>{t('riskReview')}</p>}
      {unclear && <p>{t('review')}</p>}
      {(late || unclear || reason === 'out_of_stock') && costsPoints && <p>{t('held')}</p>}
    </div>
  );
}

function WaitsForMember({ redemption, onLeave }: RedemptionStateProps) {
  const t = useT('redeem');
  const costsPoints = redemption.pointsUsed > 0;
  // Whatever button has the focus goes with what it waits for.
  useFocusAfter(`#${headingOf(redemption)}`);
  return (
    <AddressNeeded
      waiting
      more={<Suspense>{costsPoints && <GiveUp redemption={redemption} />}</Suspense>}
      onLeave={onLeave}
    >
      {costsPoints && <p>{t('held')}</p>}
    </AddressNeeded>
  );
}

/** Why it failed, and that the points are back. */
function Failed({ redemption }: { redemption: Redemption }) {
  const t = useT('redeem');
  const { reason, message } = redemption;
  return (
    <div className="grid gap-2">
      <p>{t(`failed.${reason === null || isWithdrawal(reason) ? 'unknown' : reason}`)}</p>
      {message && (
        <blockquote dir="auto" className="wrap-anywhere whitespace-pre-wrap rounded-2xl bg-sunken p-3">
          {message}
        </blockquote>
      )}
      <PointsBack points={redemption.pointsUsed} />
    </div>
  );
}

function Reversed({ redemption }: { redemption: Redemption }) {
  const t = useT('redeem');
  const { reason } = redemption;
  return (
    <div className="grid gap-2">
      <p>{t(`reversed.${reason !== null && isWithdrawal(reason) ? reason : 'unknown'}`)}</p>
      {reason === 'withdrawn_unused' && <PointsBack points={redemption.pointsUsed} />}
    </div>
  );
}

/** Shows nothing for a reward that cost no points. */
function PointsBack({ points }: { points: number }) {
  const t = useT('redeem');
  const names = useRewardNames();
  if (points === 0) return null;
  return <p className="font-semibold">{t('pointsBack', { amount: names.price(points) })}</p>;
}

function Issued({ redemption }: { redemption: Redemption }) {
  const t = useT('redeem');
  const { date } = useFormats();
  const { issuedAt, expiresAt } = redemption;
  const days = expiresAt ? Math.ceil((Date.parse(expiresAt) - serverNow().getTime()) / DAY_MS) : undefined;
  return (
    <>
      {issuedAt && <p>{t('issued', { date: date(issuedAt) })}</p>}
      {expiresAt && <p>{t('validUntil', { date: date(expiresAt, 'day') })}</p>}
      {days !== undefined && days > 0 && days <= ENDING_DAYS && (
        <p className="font-semibold">{t('ending', { days })}</p>
      )}
    </>
  );
}

const isWithdrawal = (reason: RedemptionReason): reason is Extract<RedemptionReason, `withdrawn_${string}`> =>
  reason.startsWith('withdrawn_');
