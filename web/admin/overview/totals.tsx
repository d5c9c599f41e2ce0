import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { Amount } from '#ui/money.tsx';
import { Loading, SkeletonWord } from '#ui/skeleton.tsx';
import { queueQuery } from '#web/admin/parts/admin-query.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';

const GRID = 'grid gap-4 sm:grid-cols-3';

/** The three totals of the site. */
export function Totals() {
  const t = useT('overview');
  const { dollars, number } = useFormats();
  const stats = useQuery(queueQuery('GET /api/admin/stats'));
  return (
    <QueryView
      query={stats}
      outdated="failure"
      loading={
        <Loading label={t('loading')}>
          <dl className={GRID}>
            <Stat label={t('totalUsers')} hint={t('totalUsersHint')}>
              <SkeletonWord />
            </Stat>
            <Stat label={t('cashRewarded')}>
              <SkeletonWord />
            </Stat>
            <Stat label={t('pointsEarned')}>
              <SkeletonWord />
            </Stat>
          </dl>
        </Loading>
      }
    >
      {({ totalUsers, totalCashRewarded, totalPoints }) => (
        <dl className={GRID}>
          <Stat label={t('totalUsers')} hint={t('totalUsersHint')}>
            {number(totalUsers)}
          </Stat>
          <Stat label={t('cashRewarded')}>{dollars(totalCashRewarded)}</Stat>
          <Stat label={t('pointsEarned')}>{number(totalPoints)}</Stat>
        </dl>
      )}
    </QueryView>
  );
}

/** One figure with its name; to be used inside a `dl`. */
export function Stat({ label, hint, children }: { label: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <Card as="div">
      <dt className="font-semibold text-muted text-sm">{label}</dt>
      <dd className="mt-1 font-bold text-3xl">
        <Amount>{children}</Amount>
        {hint && <p className="mt-1 font-normal text-muted text-sm">{hint}</p>}
      </dd>
    </Card>
  );
}
