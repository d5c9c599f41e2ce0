import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { PostbackRow } from '#contract/postbacks.ts';
import { CALL_VERDICTS, type CallVerdict } from '#contract/postbacks.values.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Options, SelectField } from '#ui/field.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { PointsCell, TimeCell } from '#web/admin/parts/cells.tsx';
import { type DataColumn, DataTable } from '#web/admin/parts/data-table.tsx';
import { FilterBar } from '#web/admin/parts/filter-bar.tsx';
import { Identifier } from '#web/admin/parts/identifier.tsx';
import { ListEnd } from '#web/admin/parts/list-end.tsx';
import { MoreButton } from '#web/admin/parts/more-button.tsx';
import { useSectionSearch } from '#web/admin/parts/use-section.ts';
import { useWallTitle } from '#web/admin/parts/use-wall-title.ts';
import { wallsHealthQuery } from '#web/admin/walls/walls-query.ts';
import { call } from '#web/shared/api/call.ts';
import { TypedFilter } from '#web/shared/forms/typed-filter.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
import { ReplayCall, ReplayShown } from './replay-calls.tsx';
import { type Replay, useReplay } from './use-replay.ts';

const isVerdict = (word: string | undefined): word is CallVerdict =>
  (CALL_VERDICTS as readonly (string | undefined)[]).includes(word);

/** The postbacks of walls, with their results. */
export function PostbacksPage() {
  const t = useT('postbackLog');
  return (
    <AdminScreen title={t('title')} intro={t('intro')}>
      <Filters />
      <Calls />
    </AdminScreen>
  );
}

function Filters() {
  const t = useT('postbackLog');
  const verdicts = useT('wallHealth');
  const { search, change } = useSectionSearch();
  const walls = useQuery(wallsHealthQuery('day')).data ?? [];
  const { wall, verdict, transaction, code } = search;
  const filtered = wall || verdict || transaction || code;
  const nothing = { wall: undefined, verdict: undefined, transaction: undefined, code: undefined };
  return (
    <FilterBar labelsAbove onClear={filtered ? () => change(nothing) : undefined}>
      <SelectField
        label={t('wall')}
        value={wall ?? ''}
        onChange={({ target }) => change({ wall: target.value || undefined })}
      >
        <option value="">{t('anyWall')}</option>
        {walls.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('verdict')}
        value={verdict ?? ''}
        onChange={({ target }) => change({ verdict: target.value || undefined })}
      >
        <option value="">{t('anyVerdict')}</option>
        <Options values={CALL_VERDICTS} label={(one) => verdicts(`verdicts.${one}`)} />
      </SelectField>
      <TypedFilter
        label={t('transaction')}
        hint={t('transactionHint')}
        value={transaction}
        onValue={(text) => change({ transaction: text })}
      />
      <TypedFilter label={t('code')} value={code} onValue={(text) => change({ code: text })} />
    </FilterBar>
  );
}

function Calls() {
  const t = useT('postbackLog');
  const parts = useT('adminParts');
  const { date } = useFormats();
  const { search } = useSectionSearch();
  const replay = useReplay();
  const columns = useColumns(replay);
  const query = {
    wall: search.wall,
    verdict: isVerdict(search.verdict) ? search.verdict : undefined,
    transaction: search.transaction,
    code: search.code,
  };
  const calls = useInfiniteQuery({
    queryKey: ['GET /api/admin/postbacks', query],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/admin/postbacks', { query: { ...query, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  });
  if (calls.isError && !calls.data) return <Failure query={calls} />;
  const rows = calls.data?.pages.flatMap((page) => page.rows);
  const hasPages = !search.transaction && !search.code;
  // While it has not looked through the whole log, a call may still be found.
  const fitsNone = Object.values(query).some(Boolean) && !calls.hasNextPage;
  const lookedBackTo = calls.data?.pages.at(-1)?.lookedBackTo;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {rows && <ReplayShown rows={rows} replay={replay} />}
      <DataTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowId={({ verdict, id }) => `${verdict} ${id}`}
        empty={<EmptyState title={parts('nothing')} text={fitsNone && t('empty')} />}
      />
      {!hasPages && <ListEnd count={rows?.length ?? 0} />}
      <div className="grid justify-items-center gap-2">
        {calls.hasNextPage && lookedBackTo && (
          <p className="text-muted text-sm">{t('lookedBack', { time: date(lookedBackTo, 'moment') })}</p>
        )}
        <MoreButton query={calls} />
      </div>
    </div>
  );
}

function useColumns(replay: Replay): DataColumn<PostbackRow>[] {
  const t = useT('postbackLog');
  const verdicts = useT('wallHealth');
  const titleOf = useWallTitle();
  return [
    {
      id: 'call',
      header: t('call'),
      cell: (row) => (
        <div className="grid gap-0.5">
          <span className="font-semibold">{verdicts(`verdicts.${row.verdict as CallVerdict}`)}</span>
          {row.reason && <bdi className="wrap-anywhere max-w-80 text-muted text-sm">{row.reason}</bdi>}
          {row.times > 1 && <span className="text-muted text-sm">{t('times', { count: row.times })}</span>}
          <Raw raw={row.raw} />
          <ReplayCall row={row} replay={replay} />
        </div>
      ),
    },
    { id: 'when', header: t('when'), cell: ({ at }) => <TimeCell at={at} /> },
    { id: 'wall', header: t('wall'), cell: ({ wall }) => <bdi>{titleOf(wall)}</bdi> },
    {
      id: 'transaction',
      header: t('transaction'),
      cell: ({ transactionId }) => <Code text={transactionId ?? t('none')} />,
    },
    {
      id: 'member',
      header: t('member'),
      cell: ({ userId, memberCode }) =>
        userId === null ? (
          <span className="text-muted">{t('nobody')}</span>
        ) : (
          <AdminLink path="users/$id" id={userId} className="underline underline-offset-2">
            <Code text={memberCode ?? t('openMember')} />
          </AdminLink>
        ),
    },
    {
      id: 'points',
      header: t('points'),
      end: true,
      cell: ({ points }) => (points === null ? t('none') : <PointsCell points={points} />),
    },
    { id: 'source', header: t('source'), cell: ({ sourceIp }) => <bdi>{sourceIp ?? t('none')}</bdi> },
    {
      id: 'handling',
      header: t('handling'),
      end: true,
      cell: ({ latencyMs }) => (latencyMs === null ? t('none') : t('ms', { ms: latencyMs })),
    },
  ];
}

const Code = ({ text }: { text: string }) => (
  <code dir="ltr" className="block w-fit max-w-48 text-xs">
    <Identifier>{text}</Identifier>
  </code>
);

function Raw({ raw }: { raw: string | null }) {
  const t = useT('postbackLog');
  if (raw === null) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted">{t('raw')}</summary>
      <pre
        dir="ltr"
        className="wrap-anywhere mt-1 max-w-96 whitespace-pre-wrap rounded-xl bg-sunken p-3 text-xs"
      >
        {raw.trim()}
      </pre>
    </details>
  );
}
