import { Card } from '#ui/card.tsx';
import { Amount, CountUp } from '#ui/money.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { useStatementTotals } from './use-statement.ts';

/** The balance, and the sums that it is made of. Without the sums the balance still shows. */
export function SumsCard({ points }: { points: number }) {
  const t = useT('statement');
  const reward = useReward('history');
  const { data } = useStatementTotals();
  const second = reward.secondAmount(points);
  const sums = data
    ? ([
        ['earned', data.earned],
        ['takenBack', -data.takenBack],
        ['redeemed', -data.redeemed],
        ['givenBack', data.givenBack],
        ['adjusted', data.adjusted],
      ] as const)
    : [];
  return (
    <Card tone="hero">
      <p className="font-semibold text-on-hero-muted text-sm">{t('balance')}</p>
      <p className="font-bold font-display text-4xl">
        <CountUp value={points} format={reward.figure} />
      </p>
      {second && <p className="text-on-hero-muted tabular-nums">{second}</p>}
      <dl className="mt-4 grid min-h-20 gap-1 border-on-hero-muted/30 border-t pt-3 text-sm">
        {sums
          .filter(([name, amount]) => amount !== 0 || name === 'earned')
          .map(([name, amount]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-on-hero-muted">{t(`sums.${name}`)}</dt>
              <dd className="font-semibold">
                <Amount>{amount === 0 ? reward.amount(0) : reward.gain(amount)}</Amount>
              </dd>
            </div>
          ))}
      </dl>
    </Card>
  );
}
