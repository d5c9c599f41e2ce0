import { Link } from '@tanstack/react-router';
import { History, House, ListChecks, LogOut } from 'lucide';
import { BottomNavigation, type NavigationItem } from '#ui/bottom-navigation.tsx';
import { Wordmark } from '#ui/logo.tsx';
import { useLogout } from '#web/shared/api/session.ts';
import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';

interface Place extends NavigationItem {
  to: '/dashboard' | '/task' | '/history' | 'logout';
}

/** The navigation of the history, with sign-out at the end. */
export function HistoryNavigation() {
  const t = useT('navigation');
  const logout = useLogout();
  const items: Place[] = [
    { key: 'home', label: t('home'), icon: House, to: '/dashboard' },
    { key: 'tasks', label: t('tasks'), icon: ListChecks, to: '/task' },
    { key: 'history', label: t('history'), icon: History, to: '/history', current: true },
    { key: 'logout', label: t('logout'), icon: LogOut, to: 'logout' },
  ];
  return (
    <BottomNavigation
      label={t('label')}
      brand={<Wordmark name={site().productName} />}
      items={items}
      renderLink={({ to }, props) =>
        to === 'logout' ? (
          <button type="button" {...props} disabled={logout.isPending} onClick={() => logout.mutate()} />
        ) : (
          <Link to={to} {...props} />
        )
      }
    />
  );
}
