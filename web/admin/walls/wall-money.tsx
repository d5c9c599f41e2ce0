import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import type { WallMoney } from '#contract/walls.money.ts';
import { MoneyCell } from '#web/admin/parts/cells.tsx';
import { useT } from '#web/shared/language/language.tsx';

const MICROS_PER_CENT = 10_000;

/** US cents that members can redeem for the points they kept. */
export const costOf = ({ earned, reversed }: WallMoney): number =>
  ((earned - reversed) * 100) / POINTS_PER_DOLLAR;

/** What the wall pays, and how many of its credits did not say it. */
export function RevenueCell({ money: { revenue, credits } }: { money: WallMoney }) {
  const t = useT('activity');
  if (!revenue) return <Unknown />;
  const silent = credits - revenue.credits;
  return (
    <span className="inline-block max-w-44 align-top">
      <MoneyCell cents={revenue.usdMicros / MICROS_PER_CENT} />
      {silent > 0 && (
        <span className="block font-normal font-sans text-muted text-sm">
          {t('silent', { count: silent, credits })}
        </span>
      )}
    </span>
  );
}

/** What the site keeps of it. */
export function MarginCell({ money }: { money: WallMoney }) {
  if (!money.revenue) return <Unknown />;
  return <MoneyCell cents={money.revenue.usdMicros / MICROS_PER_CENT - costOf(money)} />;
}

function Unknown() {
  const t = useT('activity');
  return <span className="font-normal text-muted">{t('unknown')}</span>;
}
