import type { CallOutput } from '#contract/index.ts';
import { Card } from '#ui/card.tsx';
import { Amount, CountUp } from '#ui/money.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

interface SumsCardProps {
  points: number;
  /** Undefined until they are read, and if they cannot be. */
  totals: CallOutput<'GET /api/statement/totals'> | undefined;
}

/** The balance, and the sums that it is made of. Without the sums the balance still shows. */
export function SumsCard({ points, totals }: SumsCardProps) {
  const t = useT('statement');
  const kinds = useT('entries.kinds');
  const reward = useReward('history');
  const second = reward.secondAmount(points);
  const debts = totals?.debts ?? 0;
  const sums = totals
    ? ([
        [t('sums.earned'), totals.earned],
        [t('sums.takenBack'), -totals.takenBack],
        [t('sums.redeemed'), -totals.redeemed],
        [t('sums.givenBack'), totals.givenBack],
        [t('sums.adjusted'), totals.adjusted - debts],
        [kinds('debt'), debts],
      ] as const)
    : [];
  return (
    <Card tone="hero">
      <p className="font-semibold text-on-hero-muted text-sm">{t('balance')}</p>
      <p className="font-bold text-4xl">
        <CountUp value={points} format={reward.figure} />
      </p>
      {second && <p className="text-on-hero-muted tabular-nums">{second}</p>}
      <dl className="mt-4 grid gap-1 border-on-hero-muted/30 border-t pt-3 text-sm empty:hidden">
        {sums
          .filter(([, amount], index) => amount !== 0 || index === 0)
          .map(([name, amount]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-on-hero-muted">{name}</dt>
              <dd className="font-semibold">
                <Amount>{amount === 0 ? reward.amount(0) : reward.gain(amount)}</Amount>
              </dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}
