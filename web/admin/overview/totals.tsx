import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { Amount } from '#ui/money.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { call } from '#web/shared/api/call.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { Failure } from '#web/shared/parts/failure.tsx';

/** Asked for anew with each visit. */
export const statsQuery = queryOptions({
  queryKey: ['GET /api/admin/stats'],
  queryFn: ({ signal }) => call('GET /api/admin/stats', { signal }),
  staleTime: 0,
});

/** The three totals of the site. */
export function Totals() {
  const t = useT('overview');
  const { number } = useFormats();
  const reward = useReward('admin');
  const stats = useQuery(statsQuery);
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

/** One figure with its name; inside a `dl`. */
export function Stat({ label, hint, children }: { label: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <Card as="div">
      <dt className="font-semibold text-muted text-sm">{label}</dt>
      <dd className="mt-1 font-bold font-display text-3xl">
        <Amount>{children}</Amount>
        {hint && <p className="mt-1 font-normal font-sans text-muted text-sm">{hint}</p>}
      </dd>
    </Card>
  );
}
