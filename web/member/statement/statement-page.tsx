import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { STATEMENT_FILTERS } from '#contract/statement.values.ts';
import { AppBar } from '#ui/app-bar.tsx';
import { Screen } from '#ui/screen.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { HistoryNavigation } from '#web/member/history/history-navigation.tsx';
import { useUser } from '#web/shared/api/queries.ts';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { BackLink } from '#web/shared/parts/back-link.tsx';
import { dayRange } from './day-range.ts';
import { PendingCard } from './pending-card.tsx';
import { StatementList } from './statement-list.tsx';
import { SumsCard } from './sums-card.tsx';

// Its fields take a while to load, and are used after the first look.
const StatementFilterBar = lazy(() =>
  import('./statement-filter-bar.tsx').then((module) => ({ default: module.StatementFilterBar })),
);

/** Everything that moved the member's balance, with the balance after each entry. */
export function StatementPage() {
  return (
    <AreaTexts area="redeem">
      <AreaTexts area="statement">
        <Statement />
      </AreaTexts>
    </AreaTexts>
  );
}

function Statement() {
  const t = useT('statement');
  const user = useUser();
  const navigate = useNavigate({ from: '/statement' });
  const shown = useSearch({ from: '/member/statement' });
  usePageTitle(t('title'));
  if (!user) return null;
  const { search, from, to } = shown;
  const kind = STATEMENT_FILTERS.find((name) => name === shown.kind);
  const filters = { ...(kind && { kind }), ...(search && { search }), ...dayRange(from, to) };
  return (
    <Screen
      bar={<AppBar back={<BackLink to="/history" />} title={<h1>{t('title')}</h1>} />}
      navigation={<HistoryNavigation />}
    >
      <div className="grid gap-5">
        <SumsCard points={user.points} />
        <PendingCard />
        <Suspense fallback={<Skeleton className="h-75 sm:h-62" />}>
          <StatementFilterBar
            shown={{ ...shown, kind }}
            filters={filters}
            onChange={(change) =>
              void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
            }
          />
        </Suspense>
        <StatementList filters={filters} onClear={() => void navigate({ search: {}, replace: true })} />
      </div>
    </Screen>
  );
}
