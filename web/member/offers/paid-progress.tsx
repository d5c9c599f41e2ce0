import type { StartedOffer } from '#contract/offers.ts';
import { Amount } from '#ui/money.tsx';
import { Progress } from '#ui/progress.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

/** What a started offer has paid of what it promised; without a bar where that is not fixed. */
export function PaidProgress({ offer }: { offer: StartedOffer }) {
  const t = useT('offers');
  const reward = useReward('tasks');
  const { paidPoints, promisedPoints } = offer;
  const words =
    promisedPoints === null
      ? t('paid', { paid: reward.figure(paidPoints) })
      : t('paidOf', { paid: reward.figure(paidPoints), promised: reward.amount(promisedPoints) });
  return (
    <div className="grid gap-1.5">
      <p className="font-bold text-brand">
        <Amount>{words}</Amount>
      </p>
      {promisedPoints !== null && promisedPoints > 0 && (
        <Progress value={paidPoints} max={promisedPoints} label={t('progressLabel')} valueText={words} />
      )}
    </div>
  );
}
