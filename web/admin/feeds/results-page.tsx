import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide';
import { useFormatter } from 'use-intl';
import { OFFER_RESULTS_PATH } from '#contract/exports.ts';
import type { OfferResult } from '#contract/feeds.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { Amount } from '#ui/money.tsx';
import { saveFile } from '#ui/save-file.ts';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { PointsCell } from '#web/admin/parts/cells.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { Identifier } from '#web/admin/parts/identifier.tsx';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { usePages } from '#web/admin/parts/use-pages.ts';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useSectionParams, useSectionSearch } from '#web/admin/parts/use-section.ts';
import { call } from '#web/shared/api/call.ts';
import { download } from '#web/shared/api/download.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { feedsQuery } from './feeds-query.ts';
import { useLongTime } from './use-long-time.ts';

/** What came of the offers of one catalogue: how many got how far and how soon, promised against paid. */
export function ResultsPage() {
  const t = useT('feeds');
  const { id: wall = '' } = useSectionParams();
  const { search, change } = useSectionSearch();
  const feed = useQuery(feedsQuery).data?.find((one) => one.wall === wall);
  const order = search.order === 'missing' ? 'missing' : 'started';
  const results = usePages(['GET /api/admin/feeds/{wall}/results', wall, order], (after, signal) =>
    call('GET /api/admin/feeds/{wall}/results', { params: { wall }, query: { order, after }, signal }),
  );
  return (
    <AdminScreen
      title={t('resultsOf', { title: feed?.title ?? wall })}
      intro={t('resultsText')}
      trail={[{ path: 'feeds', label: t('title') }]}
      actions={<Export wall={wall} />}
    >
      <div className="max-w-xs">
        <SelectField
          label={t('sortBy')}
          value={order}
          onChange={({ target }) => change({ order: target.value === 'missing' ? 'missing' : undefined })}
        >
          <option value="started">{t('byStarted')}</option>
          <option value="missing">{t('byMissing')}</option>
        </SelectField>
      </div>
      <ListTable label={t('offers')} query={results} columns={useColumns()} empty={t('resultsEmpty')} />
    </AdminScreen>
  );
}

function useColumns(): DataColumn<OfferResult>[] {
  const t = useT('feeds');
  return [
    {
      id: 'offer',
      header: t('offer'),
      cell: ({ id, title }) => (
        <div className="grid max-w-72 gap-0.5">
          <span className="wrap-anywhere font-semibold">
            <bdi>{title}</bdi>
          </span>
          <code dir="ltr" className="justify-self-start text-muted text-xs">
            <Identifier>{id}</Identifier>
          </code>
        </div>
      ),
    },
    {
      id: 'started',
      header: t('startedBy'),
      end: true,
      cell: ({ started }) => <PointsCell points={started} />,
    },
    {
      id: 'credited',
      header: t('creditedTo'),
      end: true,
      cell: ({ credited, started }) => <Share of={credited} all={started} />,
    },
    {
      id: 'reversed',
      header: t('reversedFrom'),
      end: true,
      cell: ({ reversed, started }) => <Share of={reversed} all={started} />,
    },
    {
      id: 'took',
      header: t('took'),
      end: true,
      cell: ({ medianSeconds }) => <Took seconds={medianSeconds} />,
    },
    {
      id: 'promised',
      header: t('promised'),
      end: true,
      cell: ({ promised }) => <PointsCell points={promised} />,
    },
    { id: 'paid', header: t('paid'), end: true, cell: (result) => <Paid result={result} /> },
  ];
}

/** So many members, and their share of those who started. */
function Share({ of, all }: { of: number; all: number }) {
  const { number } = useFormats();
  const format = useFormatter();
  return (
    <Amount>
      {number(of)}
      {of > 0 && ` (${format.number(of / all, { style: 'percent' })})`}
    </Amount>
  );
}

function Took({ seconds }: { seconds: number | null }) {
  const longTime = useLongTime();
  return seconds === null ? '–' : longTime(seconds);
}

function Paid({ result: { paid, paidLess } }: { result: OfferResult }) {
  const t = useT('feeds');
  const { number } = useFormats();
  return (
    <div className="grid justify-items-end gap-1">
      <PointsCell points={paid} />
      {paidLess > 0 && (
        <Badge tone="danger">
          {t('paidLess')}: {number(paidLess)}
        </Badge>
      )}
    </div>
  );
}

function Export({ wall }: { wall: string }) {
  const t = useT('feeds');
  const allowed = usePermission('exports');
  const save = useCallMutation(() => download(`${OFFER_RESULTS_PATH}?${new URLSearchParams({ wall })}`), {
    onDone: ({ name, content }) => saveFile(name, content),
    failed: t('exportFailed'),
  });
  if (!allowed) return null;
  return (
    <Button variant="secondary" loading={save.isPending} onClick={() => save.mutate()}>
      <Icon of={Download} className="size-5" />
      {t('exportResults')}
    </Button>
  );
}
