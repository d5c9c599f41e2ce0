import { Link } from '@tanstack/react-router';
import { Wallet } from 'lucide';
import { iconLinkClass } from '#ui/app-bar.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#web/shared/language/language.tsx';

/** The way to redeem in the bar of a phone; larger screens have it in `MainNavigation`. `always`: it is not there. */
export function RedeemLink({ always = false }: { always?: boolean }) {
  const t = useT('navigation');
  return (
    <Link to="/redeem" aria-label={t('redeem')} className={classes(iconLinkClass, !always && 'sm:hidden')}>
      <Icon of={Wallet} className="size-5" />
    </Link>
  );
}
