import { useQuery } from '@tanstack/react-query';
import { useT } from '../../language/language.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Failure } from '../shared/failure.tsx';
import { AppealCard } from './appeal-card.tsx';
import { appealsQuery } from './appeals-query.ts';
import { AdminScreen } from './shared/admin-screen.tsx';

/** Open appeals of members whose redemptions are paused, each with its decision. */
export function Appeals() {
  const t = useT('appeals');
  const appeals = useQuery(appealsQuery);
  return (
    <AdminScreen title={t('heading')} intro={t('intro')}>
      {appeals.isPending && (
        <Loading label={t('loading')} className="grid gap-4">
          <Skeleton className="h-64 rounded-card" />
        </Loading>
      )}
      {appeals.isError && <Failure query={appeals} />}
      {appeals.data?.length === 0 && (
        <Card as="div">
          <EmptyState title={t('emptyTitle')} text={t('emptyText')} />
        </Card>
      )}
      {appeals.data?.map((appeal) => (
        <AppealCard key={appeal.id} appeal={appeal} />
      ))}
    </AdminScreen>
  );
}
