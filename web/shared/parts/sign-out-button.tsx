import { LogOut } from 'lucide';
import { iconLinkClass } from '#ui/app-bar.tsx';
import { Icon } from '#ui/icon.tsx';
import { useLogout } from '#web/shared/api/session.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Signs out, at the top of a screen that has no other way to. */
export function SignOutButton() {
  const t = useT('navigation');
  const logout = useLogout();
  return (
    <button
      type="button"
      aria-label={t('logout')}
      // Not `disabled`, which would lose the focus: signing out may fail.
      aria-disabled={logout.isPending || undefined}
      onClick={() => logout.isPending || logout.mutate()}
      className={iconLinkClass}
    >
      <Icon of={LogOut} className="size-5 rtl:-scale-x-100" />
    </button>
  );
}
