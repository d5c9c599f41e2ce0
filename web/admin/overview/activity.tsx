import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Activity as Figures } from '#contract/overview.ts';
import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import { Card } from '#ui/card.tsx';
import { Amount } from '#ui/money.tsx';
import { adminQuery } from '#web/admin/parts/admin-query.ts';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { useSectionSearch } from '#web/admin/parts/use-section.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { ActivityChart } from './activity-chart.tsx';
import { ActivityTable } from './activity-table.tsx';
import { type Range, rangeOf, todayIn } from './range.ts';
import { RangeChoice } from './range-choice.tsx';
import { Stat } from './totals.tsx';
import { WallTable } from './wall-table.tsx';

/** Activity by day and by wall. */
export function Activity() {
  const t = useT('activity');
  const { search } = useSectionSearch();
  const range = rangeOf(search);
  return (
    <section aria-labelledby="activity" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="activity" className="font-bold text-xl">
        {t('heading')}
      </h2>
      <RangeChoice />
      {range && <ActivityOf range={range} />}
    </section>
  );
}

function ActivityOf({ range }: { range: Range }) {
  const t = useT('activity');
  const activity = useQuery({
    ...adminQuery('GET /api/admin/activity', { query: range }),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView
      query={activity}
      outdated="both"
      loading={<LoadingCards label={t('loading')} heights={['h-24', 'h-80']} />}
    >
      {(figures) => <Shown figures={figures} range={range} />}
    </QueryView>
  );
}

function Shown({ figures, range }: { figures: Figures; range: Range }) {
  const t = useT('activity');
  const { number, dollars } = useFormats();
  const today = todayIn(range.timeZone);
  const sum = (of: 'earned' | 'reversed' | 'redeemed' | 'newMembers') =>
    number(figures.days.reduce((total, day) => total + day[of], 0));
  const owed = (figures.outstanding * 100) / POINTS_PER_DOLLAR;
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Stat label={t('earned')}>{sum('earned')}</Stat>
        <Stat label={t('redeemed')}>{sum('redeemed')}</Stat>
        <Stat label={t('reversed')}>{sum('reversed')}</Stat>
        <Stat label={t('newMembers')}>{sum('newMembers')}</Stat>
      </dl>
      <Card as="div">
        <p className="text-sm">
          {t.rich('outstanding', {
            points: () => <Amount className="font-bold">{number(figures.outstanding)}</Amount>,
            dollars: () => <Amount className="font-bold">{dollars(owed)}</Amount>,
          })}
        </p>
      </Card>
      <Card as="div" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <ActivityChart days={figures.days} today={today} />
        <details>
          <summary className="rounded-lg font-semibold text-brand text-sm">{t('asTable')}</summary>
          <ActivityTable days={figures.days} today={today} />
        </details>
      </Card>
      <WallTable walls={figures.walls} />
    </>
  );
}
