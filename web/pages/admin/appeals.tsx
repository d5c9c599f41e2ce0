import { useQuery } from '@tanstack/react-query';
import { useT } from '../../language/language.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Failure } from '../shared/failure.tsx';
import { AppealCard } from './appeal-card.tsx';
import { appealsQuery } from './appeals-query.ts';

/** Open appeals of members whose redemptions are paused, each with its decision. */
export function Appeals() {
  const t = useT('appeals');
  const appeals = useQuery(appealsQuery);
  return (
    <section aria-labelledby="appeals" className="grid gap-4">
      <div>
        <h2 id="appeals" className="font-bold font-display text-xl">
          {t('heading')}
        </h2>
        <p className="text-muted">{t('intro')}</p>
      </div>
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
    </section>
  );
}
