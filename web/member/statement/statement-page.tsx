import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useDeferredValue } from 'react';
import { STATEMENT_FILTERS } from '#contract/statement.values.ts';
import { AppBar } from '#ui/app-bar.tsx';
import { Screen } from '#ui/screen.tsx';
import { HistoryNavigation } from '#web/member/history/history-navigation.tsx';
import { RedeemLink } from '#web/member/redeem-link.tsx';
import { useUser } from '#web/shared/api/queries.ts';
import { usePageTitle } from '#web/shared/browser/page-title.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { BackLink } from '#web/shared/parts/back-link.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { dayRange } from './day-range.ts';
import { PendingCard } from './pending-card.tsx';
import { StatementList, StatementLoading } from './statement-list.tsx';
import { SumsCard } from './sums-card.tsx';
import { usePendingPoints } from './use-pending-points.ts';
import { useStatementTotals } from './use-statement.ts';

// Its fields take a while to load, longer than the balance should wait.
const StatementFilterBar = latePart(
  () => import('./statement-filter-bar.tsx'),
  (module) => module.StatementFilterBar,
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
  const totals = useStatementTotals();
  const pending = usePendingPoints();
  // What stands above the entries comes at once, the code of the fields included: each part moves what is below it.
  const isReady = useDeferredValue(!totals.isPending && !pending.isPending);
  usePageTitle(t('title'));
  if (!user) return null;
  const { search, from, to } = shown;
  const kind = STATEMENT_FILTERS.find((name) => name === shown.kind);
  const show = (search: typeof shown | ((before: typeof shown) => typeof shown)) =>
    void navigate({ search, replace: true, resetScroll: false });
  const filters = { ...(kind && { kind }), ...(search && { search }), ...dayRange(from, to) };
  return (
    <Screen
      bar={
        <AppBar
          back={<BackLink to="/history" />}
          title={<h1>{t('title')}</h1>}
          actions={<RedeemLink always />}
        />
      }
      navigation={<HistoryNavigation />}
    >
      <div className="grid gap-5">
        <SumsCard points={user.points} totals={isReady ? totals.data : undefined} />
        <Suspense fallback={<StatementLoading />}>
          {isReady ? (
            <>
              {pending.data && <PendingCard pending={pending.data} />}
              {pending.isLoadingError && <Failure query={pending} />}
              <StatementFilterBar
                shown={{ ...shown, kind }}
                filters={filters}
                onChange={(change) => show((before) => ({ ...before, ...change }))}
              />
              <StatementList filters={filters} onClear={() => show({})} />
            </>
          ) : (
            <StatementLoading />
          )}
        </Suspense>
      </div>
    </Screen>
  );
}
