import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FeedOfferRow } from '#contract/feeds.ts';
import { Badge } from '#ui/badge.tsx';
import { SelectField } from '#ui/field.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { PointsCell, TimeCell } from '#web/admin/parts/cells.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { FilterBar } from '#web/admin/parts/filter-bar.tsx';
import { Identifier } from '#web/admin/parts/identifier.tsx';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { usePages } from '#web/admin/parts/use-pages.ts';
import { useSectionParams, useSectionSearch } from '#web/admin/parts/use-section.ts';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { feedsQuery } from './feeds-query.ts';
import { OfferActions, type OfferDecision, OfferDecisionDialog } from './offer-actions.tsx';
import { useLongTime } from './use-long-time.ts';

/** The offers of one catalogue with their steps. */
export function FeedPage() {
  const t = useT('feeds');
  const { id: wall = '' } = useSectionParams();
  const { search: filters, change } = useSectionSearch();
  const feed = useQuery(feedsQuery).data?.find((one) => one.wall === wall);
  const standing = filters.standing === 'left' ? 'left' : 'offered';
  const search = filters.search || undefined;
  const [decision, setDecision] = useState<OfferDecision>();
  const columns = useColumns(wall, standing, setDecision);
  const offers = usePages(['GET /api/admin/feeds/{wall}/offers', wall, standing, search], (after, signal) =>
    call('GET /api/admin/feeds/{wall}/offers', {
      params: { wall },
      query: { standing, search, after },
      signal,
    }),
  );
  return (
    <AdminScreen
      title={feed ? t('titleOf', { title: feed.title }) : t('title')}
      trail={[{ path: 'feeds', label: t('title') }]}
    >
      <FilterBar
        search={search ?? ''}
        searchLabel={t('search')}
        onSearch={(text) => change({ search: text || undefined })}
      >
        <SelectField
          label={t('standing')}
          value={standing}
          onChange={({ target }) => change({ standing: target.value === 'left' ? 'left' : undefined })}
        >
          <option value="offered">{t('offered')}</option>
          <option value="left">{t('left')}</option>
        </SelectField>
      </FilterBar>
      <ListTable label={t('offers')} query={offers} columns={columns} empty={t('empty')} />
      {decision && (
        <OfferDecisionDialog wall={wall} decision={decision} onClose={() => setDecision(undefined)} />
      )}
    </AdminScreen>
  );
}

function useColumns(
  wall: string,
  standing: 'offered' | 'left',
  decide: (decision: OfferDecision) => void,
): DataColumn<FeedOfferRow>[] {
  const t = useT('feeds');
  return [
    {
      id: 'offer',
      header: t('offer'),
      cell: ({ id, title, categories }) => (
        <div className="grid max-w-72 gap-0.5">
          <span className="wrap-anywhere font-semibold">
            <bdi>{title}</bdi>
          </span>
          <code dir="ltr" className="justify-self-start text-muted text-xs">
            <Identifier>{id}</Identifier>
          </code>
          <span className="wrap-anywhere text-muted text-sm">
            <bdi>{categories.join(', ')}</bdi>
          </span>
        </div>
      ),
    },
    {
      id: 'points',
      header: t('points'),
      end: true,
      cell: ({ totalPoints }) => <Points points={totalPoints} />,
    },
    { id: 'goals', header: t('goals'), cell: ({ goals }) => <Goals goals={goals} /> },
    {
      id: 'countries',
      header: t('countries'),
      cell: ({ countries }) => (
        <bdi className="wrap-anywhere block w-fit max-w-40">{countries?.join(' ') ?? t('all')}</bdi>
      ),
    },
    standing === 'left'
      ? { id: 'left', header: t('left'), cell: ({ leftAt }) => <TimeCell at={leftAt} /> }
      : { id: 'changed', header: t('changedAt'), cell: ({ changedAt }) => <TimeCell at={changedAt} /> },
    {
      id: 'actions',
      header: t('decided'),
      cell: (offer) => (
        <OfferActions wall={wall} offer={offer} onDecide={(effect) => decide({ offer, effect })} />
      ),
    },
  ];
}

function Points({ points }: { points: number | null }) {
  const t = useT('feeds');
  return points === null ? t('varies') : <PointsCell points={points} />;
}

/** Steps that are shown before the rest is folded away. */
const GOALS_SHOWN = 4;

function Goals({ goals }: Pick<FeedOfferRow, 'goals'>) {
  const t = useT('feeds');
  const rest = goals.slice(GOALS_SHOWN);
  return (
    <div className="grid max-w-96 gap-1 text-start text-sm">
      <List goals={goals.slice(0, GOALS_SHOWN)} />
      {rest.length > 0 && (
        <details>
          <summary className="cursor-pointer text-muted">{t('moreGoals', { count: rest.length })}</summary>
          <List goals={rest} />
        </details>
      )}
    </div>
  );
}

function List({ goals }: Pick<FeedOfferRow, 'goals'>) {
  const t = useT('feeds');
  return (
    <ul className="grid gap-1">
      {goals.map((goal) => (
        <li key={goal.goalId} className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold">{goal.paid ? <Points points={goal.points} /> : t('unpaid')}</span>
          <bdi className="wrap-anywhere">{goal.name}</bdi>
          {goal.deadlineSeconds !== null && <Deadline seconds={goal.deadlineSeconds} />}
          {goal.purchase && <Badge>{t('purchase')}</Badge>}
        </li>
      ))}
    </ul>
  );
}

function Deadline({ seconds }: { seconds: number }) {
  const t = useT('feeds');
  const longTime = useLongTime();
  return <span className="text-muted">{t('within', { time: longTime(seconds) })}</span>;
}
