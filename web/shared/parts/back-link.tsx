import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide';
import { iconLinkClass } from '#ui/app-bar.tsx';
import { Icon } from '#ui/icon.tsx';
import { useT } from '#web/shared/language/language.tsx';

/** The arrow at the top of a screen. */
export function BackLink({ to }: { to: LinkProps['to'] }) {
  const t = useT('navigation');
  return (
    <Link to={to} aria-label={t('back')} className={iconLinkClass}>
      <Icon of={ArrowLeft} className="size-5 rtl:-scale-x-100" />
    </Link>
  );
}
