import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Redemption } from '#contract/redemptions.ts';
import { REDEMPTIONS_LISTED_MAX } from '#contract/redemptions.values.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Cards } from '#ui/illustrations/cards.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { isOpen } from '#web/member/redemptions/is-open.ts';
import { RedemptionCard } from '#web/member/redemptions/redemption-card.tsx';
import { useRedemptions } from '#web/shared/api/queries.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { usePassRefusal } from './use-pass-refusal.ts';

/** The filter shows from this many redemptions on. */
const FILTERED_FROM = 7;
const SHOWN_AT_ONCE = 20;

const FILTERS = {
  all: () => true,
  open: isOpen,
  ready: ({ status }: Redemption) => status === 'issued',
  closed: ({ status }: Redemption) => status === 'failed' || status === 'expired' || status === 'reversed',
};
const SHAPES = ['h-44 rounded-card', 'h-44 rounded-card'];
type Filter = keyof typeof FILTERS;

/** The member's redemptions, newest first, each with its state. */
export function CardsTab() {
  const t = useT('history');
  usePassRefusal();
  const loading = <Loading label={t('loadingCards')} shapes={SHAPES} className="grid gap-4 md:grid-cols-2" />;
  return (
    <QueryView query={useRedemptions()} loading={loading} empty={<Empty />}>
      {(redemptions) => <Redemptions redemptions={redemptions} />}
    </QueryView>
  );
}

function Redemptions({ redemptions }: { redemptions: Redemption[] }) {
  const t = useT('history');
  const [filter, setFilter] = useState<Filter>('all');
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const found = redemptions.filter(FILTERS[filter]);
  const more = found.length - shown;
  return (
    <div className="grid gap-4">
      {redemptions.length >= FILTERED_FROM && (
        <Filters redemptions={redemptions} chosen={filter} onChoose={setFilter} />
      )}
      <ul className="grid gap-4 md:grid-cols-2">
        {found.slice(0, shown).map((redemption) => (
          <RedemptionCard key={redemption.id} redemption={redemption} />
        ))}
      </ul>
      {found.length === 0 && <p className="py-8 text-center text-muted">{t('cardsNone')}</p>}
      {more > 0 && (
        <Button
          variant="secondary"
          className="justify-self-center"
          onClick={() => setShown(shown + SHOWN_AT_ONCE)}
        >
          {t('cardsMore', { count: Math.min(more, SHOWN_AT_ONCE) })}
        </Button>
      )}
      {redemptions.length === REDEMPTIONS_LISTED_MAX && (
        <p className="text-center text-muted text-sm">
          {t('cardsOnlyNewest', { count: REDEMPTIONS_LISTED_MAX })}
        </p>
      )}
    </div>
  );
}

interface FiltersProps {
  redemptions: Redemption[];
  chosen: Filter;
  onChoose: (filter: Filter) => void;
}

function Filters({ redemptions, chosen, onChoose }: FiltersProps) {
  const t = useT('history.cardFilters');
  const names = Object.keys(FILTERS) as Filter[];
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('label')}</legend>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={chosen === name}
          onClick={() => onChoose(name)}
          className={classes(
            'min-h-11 rounded-full border-2 px-4 font-semibold text-sm transition-colors',
            chosen === name
              ? 'border-brand bg-brand-soft text-on-brand-soft'
              : 'border-line bg-surface hover:border-muted',
          )}
        >
          {t(name, { count: redemptions.filter(FILTERS[name]).length })}
        </button>
      ))}
    </fieldset>
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
        <Link to="/redeem" className={buttonClass('primary', 'large')}>
          {t('cardsEmptyAction')}
        </Link>
      }
    />
  );
}
