import { useQuery } from '@tanstack/react-query';
import { Badge } from '#ui/badge.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { EmptyCard } from '#web/admin/parts/empty-card.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { OpenQueue } from '#web/admin/parts/open-queue.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { AppealCard } from './appeal-card.tsx';
import { appealsQuery } from './appeals-query.ts';

/** Open appeals of members who are paused or suspended, each with its decision. */
export function AppealsPage() {
  const t = useT('appeals');
  const work = useT('workItem');
  const appeals = useQuery(appealsQuery);
  return (
    <AdminScreen title={t('heading')} intro={t('intro')}>
      <QueryView
        query={appeals}
        outdated="both"
        loading={<LoadingCards label={t('loading')} heights={['h-64']} />}
      >
        {(rows) => (
          <OpenQueue
            label={t('heading')}
            rows={rows}
            entryOf={({ name, kind, reason, createdAt, dueAt, owner }) => ({
              title: <bdi>{name}</bdi>,
              badges: <Badge tone={kind === 'pause' ? 'accent' : 'danger'}>{t(`reasons.${reason}`)}</Badge>,
              since: createdAt,
              dueAt,
              owner: owner && (owner.you ? work('you') : owner.name),
            })}
            empty={<EmptyCard title={t('emptyTitle')} text={t('emptyText')} />}
            panel={(appeal, work) => <AppealCard key={appeal.id} appeal={appeal} {...work} />}
          />
        )}
      </QueryView>
    </AdminScreen>
  );
}
