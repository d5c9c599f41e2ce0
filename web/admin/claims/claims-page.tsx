import { useQuery } from '@tanstack/react-query';
import { Badge } from '#ui/badge.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { EmptyCard } from '#web/admin/parts/empty-card.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { OpenQueue } from '#web/admin/parts/open-queue.tsx';
import { useWallTitle } from '#web/admin/parts/use-wall-title.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { ClaimCard } from './claim-card.tsx';
import { claimsQuery } from './claims-query.ts';

/** Undecided claims of missing rewards, each with its evidence and its decision. */
export function ClaimsPage() {
  const t = useT('claimQueue');
  const work = useT('workItem');
  const titleOf = useWallTitle();
  const claims = useQuery(claimsQuery);
  return (
    <AdminScreen title={t('heading')} intro={t('intro')}>
      <QueryView
        query={claims}
        outdated="both"
        loading={<LoadingCards label={t('loading')} heights={['h-64']} />}
      >
        {(rows) => (
          <OpenQueue
            label={t('heading')}
            rows={rows}
            entryOf={({ title, name, wall, createdAt, dueAt, owner }) => ({
              title: <bdi>{title}</bdi>,
              detail: <bdi>{name}</bdi>,
              badges: <Badge tone="accent">{wall === null ? t('mission') : titleOf(wall)}</Badge>,
              since: createdAt,
              dueAt,
              owner: owner && (owner.you ? work('you') : owner.name),
            })}
            empty={<EmptyCard title={t('emptyTitle')} text={t('emptyText')} />}
            panel={(claim, work) => <ClaimCard key={claim.id} claim={claim} {...work} />}
          />
        )}
      </QueryView>
    </AdminScreen>
  );
}
