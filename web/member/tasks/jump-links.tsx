import type { ReactNode } from 'react';
import { useMissions } from '#web/member/missions/use-missions.ts';
import { shownWalls } from '#web/member/walls/wall-view.tsx';
import { useWalls } from '#web/shared/api/queries.ts';
import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Links to the parts of the tasks screen, as frames of thousands of pixels stand between them. */
export function JumpLinks() {
  const t = useT('tasks');
  const missions = useT('missions');
  const claims = useT('claims');
  const missionsQuery = useMissions();
  const wallsQuery = useWalls();
  const { data: listed = [] } = missionsQuery;
  // All at once, in one line that scrolls in itself, so that names that arrive late move nothing. Its end fades while there is more.
  if (missionsQuery.isPending || wallsQuery.isPending) return <div className="mb-5 h-13" />;
  return (
    <nav
      aria-label={t('jumpTo')}
      className="-mx-4 mb-5 h-13 overflow-x-auto px-4 py-1 pe-8 sm:-mx-6 sm:px-6 ltr:mask-r-from-[calc(100%-2rem)] rtl:mask-l-from-[calc(100%-2rem)]"
    >
      <ul className="flex w-max gap-2">
        {site().offers && <Jump to="offers">{t('offers')}</Jump>}
        {listed.length > 0 && <Jump to="missions">{missions('heading')}</Jump>}
        {shownWalls(wallsQuery.data ?? []).map(({ id, title }) => (
          <Jump key={id} to={`wall-${id}`}>
            <bdi>{title}</bdi>
          </Jump>
        ))}
        <Jump to="more">{t('progressLabel')}</Jump>
        <Jump to="claims">{claims('heading')}</Jump>
      </ul>
    </nav>
  );
}

function Jump({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <a
        href={`#${to}`}
        className="flex min-h-11 max-w-56 items-center rounded-full border-2 border-line bg-surface px-4 font-semibold text-sm hover:border-muted"
      >
        <span className="truncate">{children}</span>
      </a>
    </li>
  );
}
