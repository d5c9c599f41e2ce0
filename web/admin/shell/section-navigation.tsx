import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/icon.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { usePermissions } from '#web/admin/parts/use-permission.ts';
import { useSectionPath } from '#web/admin/parts/use-section.ts';
import { useT } from '#web/shared/language/language.tsx';
import { NAVIGATION, SECTION_GROUPS } from './sections.ts';

/** Links to every screen that the admin's role allows, grouped. */
export function SectionNavigation({ onChosen }: { onChosen?: () => void }) {
  const t = useT('adminFrame');
  const titles = useT('adminSections');
  const permissions = usePermissions();
  const path = useSectionPath();
  const shown = NAVIGATION.filter(({ permission }) => permissions.includes(permission));
  return (
    <nav aria-label={t('navigation')} className="grid gap-4">
      {SECTION_GROUPS.map((group) => {
        const links = shown.filter((section) => section.group === group);
        if (links.length === 0) return null;
        return (
          <div key={group}>
            <p id={`group-${group}`} className="px-3 pb-1 font-semibold text-muted text-sm">
              {t(`groups.${group}`)}
            </p>
            <ul aria-labelledby={`group-${group}`} className="grid gap-0.5">
              {links.map(({ path: to, title, icon }) => {
                const current = to === '' ? path === '' : path === to || path.startsWith(`${to}/`);
                return (
                  <li key={to}>
                    <AdminLink
                      path={to}
                      aria-current={current ? 'page' : undefined}
                      onClick={onChosen}
                      className={classes(
                        'flex min-h-11 items-center gap-3 rounded-2xl px-3 py-1.5 leading-tight focus-visible:-outline-offset-3',
                        current
                          ? 'bg-brand-soft font-bold text-on-brand-soft'
                          : 'font-medium text-muted hover:bg-sunken hover:text-ink',
                      )}
                    >
                      {icon && <Icon of={icon} className="size-5 shrink-0" />}
                      <span className="min-w-0">{titles(title)}</span>
                    </AdminLink>
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
