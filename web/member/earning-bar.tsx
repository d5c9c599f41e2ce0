import { Link, type LinkProps } from '@tanstack/react-router';
import { AppBar } from '#ui/app-bar.tsx';
import { CountUp } from '#ui/money.tsx';
import { useUser } from '#web/shared/api/queries.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { BackLink } from '#web/shared/parts/back-link.tsx';
import { SignOutButton } from '#web/shared/parts/sign-out-button.tsx';

interface EarningBarProps {
  back: LinkProps['to'];
  title: string;
}

/** The bar of a screen on which points are earned, with the balance that they are added to. */
export function EarningBar({ back, title }: EarningBarProps) {
  return (
    <AppBar
      back={<BackLink to={back} />}
      title={<h1>{title}</h1>}
      actions={
        <>
          <BalanceLink />
          <SignOutButton />
        </>
      }
    />
  );
}

/** The balance, as the way to redeem it. */
function BalanceLink() {
  const t = useT('dashboard');
  const navigation = useT('navigation');
  const reward = useReward();
  const user = useUser();
  if (!user) return null;
  return (
    <Link
      to="/redeem"
      className="grid min-h-11 max-w-32 place-items-center rounded-full bg-surface px-3 text-center font-bold text-sm leading-tight shadow-card hover:bg-sunken"
    >
      <span className="sr-only">
        {navigation('redeem')} · {t('balance')}:{' '}
      </span>
      <CountUp value={user.points} format={reward.amount} />
    </Link>
  );
}
