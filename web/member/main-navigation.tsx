import { Link, type LinkProps } from '@tanstack/react-router';
import { CreditCard, History, House, ListChecks, UserRound, Wallet } from 'lucide';
import { BottomNavigation, type NavigationItem } from '#ui/bottom-navigation.tsx';
import { Wordmark } from '#ui/logo.tsx';
import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';

interface Place extends NavigationItem {
  link: Pick<LinkProps, 'to' | 'search'>;
}

/**
 * The navigation of the dashboard and of screens without one of their own. On a phone it has five places, and redeeming
 * stands in the bar at the top (`RedeemLink`; `EarningBar` where points are earned).
 */
export function MainNavigation({ current }: { current?: 'dashboard' | 'tasks' | 'redeem' | 'profile' }) {
  const t = useT('navigation');
  const items: Place[] = [
    { key: 'dashboard', label: t('dashboard'), icon: House, link: { to: '/dashboard' } },
    { key: 'tasks', label: t('tasks'), icon: ListChecks, link: { to: '/task' } },
    { key: 'history', label: t('history'), icon: History, link: { to: '/history', search: {} } },
    { key: 'cards', label: t('cards'), icon: CreditCard, link: { to: '/history', search: { tab: 'cards' } } },
    { key: 'redeem', label: t('redeem'), icon: Wallet, link: { to: '/redeem' }, wide: true },
    { key: 'profile', label: t('profile'), icon: UserRound, link: { to: '/profile' } },
  ];
  return (
    <BottomNavigation
      label={t('label')}
      brand={<Wordmark name={site().productName} />}
      items={items.map((item) => ({ ...item, current: item.key === current }))}
      renderLink={({ link }, props) => <Link {...link} {...props} />}
    />
  );
}
