import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Review } from '#contract/reviews.ts';
import { Badge } from '#ui/badge.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { MoneyCell } from '#web/admin/parts/cells.tsx';
import { EmptyCard } from '#web/admin/parts/empty-card.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { QueueList } from '#web/admin/parts/queue-list.tsx';
import { useSectionSearch } from '#web/admin/parts/use-section.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { ReviewPanel } from './review-panel.tsx';
import { reviewsQuery } from './reviews-query.ts';

/** Redemptions that a risk rule holds for a review, the earliest deadline first. */
export function ReviewsPage() {
  const t = useT('reviews');
  const reviews = useQuery(reviewsQuery);
  return (
    <AdminScreen title={t('title')} intro={t('intro')}>
      <QueryView
        query={reviews}
        outdated="both"
        loading={<LoadingCards label={t('loading')} heights={['h-24', 'h-24']} className="grid gap-3" />}
      >
        {(all) => <Lists reviews={all} />}
      </QueryView>
    </AdminScreen>
  );
}

function Lists({ reviews }: { reviews: Review[] }) {
  const t = useT('reviews');
  const { search, change } = useSectionSearch();
  const lists = useRef<HTMLDivElement>(null);
  const open = reviews.find(({ id }) => id === search.open);
  const waiting = reviews.filter(({ decision }) => decision === null);
  const decided = reviews.filter(({ decision }) => decision !== null);
  const close = () => {
    change({ open: undefined });
    lists.current?.querySelector<HTMLElement>('button[aria-expanded="true"], li > button')?.focus();
  };
  const list = (entries: Review[], label: string) => (
    <QueueList
      label={label}
      entries={entries.map((review) => entryOf(review))}
      openId={open?.id}
      onOpen={(id) => change({ open: id })}
    />
  );
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div ref={lists} className="grid gap-4">
        {waiting.length > 0 ? (
          list(waiting, t('title'))
        ) : (
          <EmptyCard title={t('emptyTitle')} text={t('emptyText')} />
        )}
        {decided.length > 0 && (
          <details className="grid gap-2">
            <summary className="cursor-pointer py-2 font-semibold">
              {t('decidedList', { count: decided.length })}
            </summary>
            {list(decided, t('decidedLately'))}
          </details>
        )}
      </div>
      {open && <ReviewPanel key={open.id} review={open} onClose={close} />}
    </div>
  );

  function entryOf(review: Review) {
    const { id, decision, createdAt, dueAt } = review;
    const answered = review.answer !== null && decision === null;
    return {
      id,
      title: (
        <>
          <MoneyCell cents={review.amountUSD} /> · <bdi>{review.name}</bdi>
        </>
      ),
      detail: review.rules.map((rule) => t(`rules.${rule}`)).join(' · '),
      badges: (
        <>
          {decision !== null && <Badge>{t(`decisions.${decision}`)}</Badge>}
          {decision === null && review.question !== null && (
            <Badge tone={answered ? 'brand' : 'neutral'}>
              {t(answered ? 'answeredBadge' : 'askedBadge')}
            </Badge>
          )}
          {decision === null && review.escalated && <Badge tone="danger">{t('escalated')}</Badge>}
        </>
      ),
      since: createdAt,
      dueAt: decision === null ? dueAt : null,
      owner: review.mine ? t('you') : review.owner,
    };
  }
}
