import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import type { WallMoney } from '#contract/walls.money.ts';
import { MoneyCell } from '#web/admin/parts/cells.tsx';
import { useT } from '#web/shared/language/language.tsx';

const MICROS_PER_CENT = 10_000;

/** US cents that members can redeem for their points after reversals. */
export const costOf = ({ earned, reversed }: WallMoney): number =>
  ((earned - reversed) * 100) / POINTS_PER_DOLLAR;

/** The wall's payment, and how many of its credits did not state one. */
export function RevenueCell({ money: { revenue, credits } }: { money: WallMoney }) {
  const t = useT('activity');
  if (!revenue) return <Unknown />;
  const silent = credits - revenue.credits;
  return (
    <span className="inline-block max-w-44 align-top">
      <MoneyCell cents={revenue.usdMicros / MICROS_PER_CENT} />
      {silent > 0 && (
        <span className="block font-normal text-muted text-sm">
          {t('silent', { count: silent, credits })}
        </span>
      )}
    </span>
  );
}

/** The payment minus the cost of the points. */
export function MarginCell({ money }: { money: WallMoney }) {
  if (!money.revenue) return <Unknown />;
  return <MoneyCell cents={money.revenue.usdMicros / MICROS_PER_CENT - costOf(money)} />;
}

function Unknown() {
  const t = useT('activity');
  return <span className="font-normal text-muted">{t('unknown')}</span>;
}
