import { Link } from '@tanstack/react-router';
import { useRedemptions } from '../../api/queries.ts';
import { useT } from '../../language/language.tsx';
import { RedemptionCard } from '../../redeem/redemption-card.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Cards } from '../../ui/illustrations/cards.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Failure } from '../shared/failure.tsx';

/** The member's redemptions, newest first, each with the state it is in. */
export function CardsTab() {
  const t = useT('history');
  const redemptions = useRedemptions();
  if (redemptions.isPending) {
    return (
      <Loading label={t('loadingCards')} className="grid gap-4 md:grid-cols-2">
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
      </Loading>
    );
  }
  if (redemptions.isError) return <Failure query={redemptions} />;
  if (redemptions.data.length === 0) return <Empty />;
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {redemptions.data.map((redemption) => (
        <RedemptionCard key={redemption.id} redemption={redemption} />
      ))}
    </ul>
  );
}

function Empty() {
  const t = useT('history');
  return (
    <EmptyState
      illustration={<Cards />}
      title={t('cardsEmptyTitle')}
      text={t('cardsEmptyText')}
      action={
        <Link to="/profile" className={buttonClass('primary', 'large')}>
          {t('cardsEmptyAction')}
        </Link>
      }
    />
  );
}
