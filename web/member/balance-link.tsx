import { Link } from '@tanstack/react-router';
import { CountUp } from '#ui/money.tsx';
import { useUser } from '#web/shared/api/queries.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

/** The balance in the bar of a screen that adds to it, as the way to redeem it. */
export function BalanceLink() {
  const t = useT('dashboard');
  const navigation = useT('navigation');
  const reward = useReward();
  const user = useUser();
  if (!user) return null;
  return (
    <Link
      to="/redeem"
      className="grid min-h-11 max-w-28 place-items-center rounded-full bg-surface px-3 text-center font-bold text-sm leading-tight shadow-card hover:bg-sunken"
    >
      <span className="sr-only">
        {navigation('redeem')} · {t('balance')}:{' '}
      </span>
      <CountUp value={user.points} format={reward.amount} />
    </Link>
  );
}
