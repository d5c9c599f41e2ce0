import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallOutput } from '#contract/index.ts';
import { CallError, call } from '../../api/call.ts';
import { useUser } from '../../api/queries.ts';
import { AreaTexts } from '../../language/areas.tsx';
import { useFormats, useT } from '../../language/language.tsx';
import { useReward } from '../../language/reward.ts';
import { usePageTitle } from '../../page-title.ts';
import { AppBar } from '../../ui/app-bar.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Shield } from '../../ui/illustrations/shield.tsx';
import { Amount } from '../../ui/money.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { BackLink } from '../shared/back-link.tsx';
import { Failure } from '../shared/failure.tsx';
import { Appeals } from './appeals.tsx';
import { Claims } from './claims.tsx';

/** The operators' view of the site. The server refuses others; the screen tells them so. */
export function AdminPage() {
  return (
    <AreaTexts area="admin">
      <Admin />
    </AreaTexts>
  );
}

function Admin() {
  const t = useT('admin');
  const user = useUser();
  usePageTitle(t('title'));
  if (!user) return null;
  return (
    <Screen
      width="wide"
      bar={<AppBar back={<BackLink to="/dashboard" />} title={user.isAdmin && <h1>{t('heading')}</h1>} />}
    >
      {user.isAdmin ? <Dashboard /> : <Denied />}
    </Screen>
  );
}

function Denied() {
  const t = useT('admin');
  return (
    <EmptyState
      heading="h1"
      illustration={<Shield />}
      title={t('denied')}
      text={t('deniedText')}
      action={
        <Link to="/dashboard" className={buttonClass('secondary')}>
          {t('toDashboard')}
        </Link>
      }
    />
  );
}

/** The parts of the dashboard. An admin without two-factor sign-in is refused all of them and told so once. */
function Dashboard() {
  const stats = useQuery({
    queryKey: ['GET /api/admin/stats'],
    queryFn: ({ signal }) => call('GET /api/admin/stats', { signal }),
    // Asked for anew with each visit: whoever has just set up two-factor sign-in must not see an old refusal.
    staleTime: 0,
  });
  if (stats.error instanceof CallError && stats.error.code === 'two_factor_admin_required') {
    return <TwoFactorNeeded />;
  }
  return (
    <div className="grid gap-8">
      <Stats stats={stats} />
      {!stats.isPending && <Appeals />}
      {!stats.isPending && <Claims />}
    </div>
  );
}

function TwoFactorNeeded() {
  const t = useT('admin');
  return (
    <EmptyState
      illustration={<Shield />}
      title={t('twoFactorTitle')}
      text={t('twoFactorText')}
      action={
        <Link to="/profile" hash="security" className={buttonClass()}>
          {t('toSecurity')}
        </Link>
      }
    />
  );
}

function Stats({ stats }: { stats: UseQueryResult<CallOutput<'GET /api/admin/stats'>> }) {
  const t = useT('admin');
  const { number } = useFormats();
  const reward = useReward('admin');
  if (stats.isError) return <Failure query={stats} />;
  const grid = 'grid gap-4 sm:grid-cols-3';
  if (stats.isPending) {
    return (
      <Loading label={t('loading')} className={grid}>
        <Skeleton className="h-28 rounded-card" />
        <Skeleton className="h-28 rounded-card" />
        <Skeleton className="h-28 rounded-card" />
      </Loading>
    );
  }
  return (
    <dl className={grid}>
      <Stat label={t('totalUsers')}>{number(stats.data.totalUsers)}</Stat>
      <Stat label={t('cashRewarded')}>{reward.amount(stats.data.totalCashRewarded)}</Stat>
      <Stat label={t('pointsEarned')}>{number(stats.data.totalPoints)}</Stat>
    </dl>
  );
}

function Stat({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Card as="div">
      <dt className="font-semibold text-muted text-sm">{label}</dt>
      <dd className="mt-1 font-bold font-display text-3xl">
        <Amount>{children}</Amount>
      </dd>
    </Card>
  );
}
