import { Link } from '@tanstack/react-router';
import { History, House, ListChecks, LogOut } from 'lucide';
import { type RefObject, useRef, useState } from 'react';
import { BottomNavigation, type NavigationItem } from '#ui/bottom-navigation.tsx';
import { Button } from '#ui/button.tsx';
import { Wordmark } from '#ui/logo.tsx';
import { useLogout } from '#web/shared/api/session.ts';
import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';
import { ActionDialog } from '#web/shared/parts/action-dialog.tsx';

interface Place extends NavigationItem {
  to: '/dashboard' | '/task' | '/history' | 'logout';
}

/**
 * The navigation of the history, with sign-out at the end. It asks first, as it stands where other screens have the
 * profile.
 */
export function HistoryNavigation() {
  const t = useT('navigation');
  const [asked, setAsked] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const items: Place[] = [
    { key: 'home', label: t('home'), icon: House, to: '/dashboard' },
    { key: 'tasks', label: t('tasks'), icon: ListChecks, to: '/task' },
    { key: 'history', label: t('history'), icon: History, to: '/history', current: true },
    { key: 'logout', label: t('logout'), icon: LogOut, to: 'logout' },
  ];
  return (
    <>
      <BottomNavigation
        label={t('label')}
        brand={<Wordmark name={site().productName} />}
        items={items}
        renderLink={({ to }, props) =>
          to === 'logout' ? (
            <button ref={button} type="button" {...props} onClick={() => setAsked(true)} />
          ) : (
            <Link to={to} {...props} />
          )
        }
      />
      {asked && <LogoutDialog onClose={() => setAsked(false)} returnFocus={button} />}
    </>
  );
}

interface LogoutDialogProps {
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
}

function LogoutDialog({ onClose, returnFocus }: LogoutDialogProps) {
  const t = useT('history.logout');
  const navigation = useT('navigation');
  const logout = useLogout();
  return (
    <ActionDialog
      title={t('title')}
      description={t('text')}
      action={
        <Button loading={logout.isPending} onClick={() => logout.mutate()}>
          {navigation('logout')}
        </Button>
      }
      pending={logout.isPending}
      onClose={onClose}
      returnFocus={returnFocus}
    />
  );
}
