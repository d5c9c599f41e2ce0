import { useQuery } from '@tanstack/react-query';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { OpenQueue } from '#web/admin/parts/open-queue.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
import { AppealCard } from './appeal-card.tsx';
import { appealsQuery } from './appeals-query.ts';

/** Open appeals of members who are paused or suspended, each with its decision. */
export function AppealsPage() {
  const t = useT('appeals');
  const work = useT('workItem');
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
      {appeals.data && appeals.data.length > 0 && (
        <OpenQueue
          label={t('heading')}
          rows={appeals.data}
          entryOf={({ name, kind, reason, createdAt, dueAt, owner }) => ({
            title: <bdi>{name}</bdi>,
            badges: <Badge tone={kind === 'pause' ? 'accent' : 'danger'}>{t(`reasons.${reason}`)}</Badge>,
            since: createdAt,
            dueAt,
            owner: owner && (owner.you ? work('you') : owner.name),
          })}
          panel={(appeal) => <AppealCard key={appeal.id} appeal={appeal} />}
        />
      )}
    </AdminScreen>
  );
}
