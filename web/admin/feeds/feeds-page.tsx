import { useQuery } from '@tanstack/react-query';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { EmptyCard } from '#web/admin/parts/empty-card.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { FeedCard } from './feed-card.tsx';
import { feedsQuery } from './feeds-query.ts';
import { OfferRules } from './offer-rules.tsx';

/** The catalogues of the walls: how old they are, and what is not in them. */
export function FeedsPage() {
  const t = useT('feeds');
  const feeds = useQuery(feedsQuery);
  return (
    <AdminScreen title={t('title')} intro={t('intro')}>
      <QueryView
        query={feeds}
        loading={<LoadingCards label={t('loading')} heights={['h-72', 'h-72']} />}
        empty={<EmptyCard title={t('emptyTitle')} text={t('emptyText')} />}
      >
        {(all) => (
          <>
            {all.map((feed) => (
              <FeedCard key={feed.wall} feed={feed} />
            ))}
            <OfferRules feeds={all} />
          </>
        )}
      </QueryView>
    </AdminScreen>
  );
}
