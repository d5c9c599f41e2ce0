import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallOutput } from '#contract/index.ts';
import type { UnmatchedRow } from '#contract/postbacks.ts';
import { Button } from '#ui/button.tsx';
import { useFocusAfterRow } from '#ui/use-focus-after-row.ts';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { EmptyCard } from '#web/admin/parts/empty-card.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { MoreButton } from '#web/admin/parts/more-button.tsx';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { canBeReplayed } from './replay-result.ts';
import { UnmatchedEntry } from './unmatched-entry.tsx';
import { useReplay } from './use-replay.ts';

const UNMATCHED = 'GET /api/admin/parked';
type Page = CallOutput<typeof UNMATCHED>;
/** Rows per page. */
const PAGE = 50;

/** Proven postbacks whose member was not found; they are replayed one by one or several at once, or closed. */
export function UnmatchedPage() {
  const t = useT('parkedQueue');
  const unmatched = useInfiniteQuery({
    queryKey: [UNMATCHED],
    queryFn: ({ pageParam, signal }) => call(UNMATCHED, { query: { after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ rows }) => (rows.length === PAGE ? rows.at(-1)?.id : undefined),
    staleTime: 0,
  });
  useFocusAfterRow(unmatched.data?.pages.flatMap(({ rows }) => rows.map(({ id }) => id)) ?? []);
  return (
    <AdminScreen title={t('title')} intro={t('intro')}>
      <QueryView
        query={unmatched}
        loading={<LoadingCards label={t('loading')} heights={['h-24', 'h-24']} className="grid gap-3" />}
      >
        {({ pages }) => <Pages pages={pages} />}
      </QueryView>
      <MoreButton query={unmatched} />
    </AdminScreen>
  );
}

function Pages({ pages }: { pages: Page[] }) {
  const t = useT('parkedQueue');
  const rows = pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <EmptyCard title={t('emptyTitle')} text={t('emptyText')} />;
  return <Queue rows={rows} count={pages[0]?.count ?? rows.length} />;
}

function Queue({ rows, count }: { rows: UnmatchedRow[]; count: number }) {
  const t = useT('parkedQueue');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const replay = useReplay();
  const possible = rows.filter((row) => canBeReplayed(row.obstacle, replay.results.get(row.id)));
  const chosen = possible.filter(({ id }) => selected.has(id));
  const toggle = (id: string, on: boolean) =>
    setSelected((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <label className="flex min-h-11 items-center gap-3 font-semibold">
          <input
            type="checkbox"
            className="size-5 accent-brand"
            disabled={replay.running || possible.length === 0}
            checked={possible.length > 0 && chosen.length === possible.length}
            onChange={({ target }) =>
              setSelected(new Set(target.checked ? possible.map(({ id }) => id) : []))
            }
          />
          {t('selectAll')}
        </label>
        {replay.running ? (
          <Button variant="secondary" onClick={replay.stop}>
            {t('stop')}
          </Button>
        ) : (
          <Button
            disabled={chosen.length === 0}
            onClick={() => void replay.run(chosen.map(({ id }) => id)).then(() => setSelected(new Set()))}
          >
            {t('replaySelected', { count: chosen.length })}
          </Button>
        )}
      </div>
      <p role="status" className="text-muted text-sm">
        {replay.progress ? t('progress', replay.progress) : t('count', { count })}
      </p>
      <ul aria-label={t('title')} className="grid gap-3">
        {rows.map((row) => (
          <UnmatchedEntry
            key={row.id}
            row={row}
            result={replay.results.get(row.id)}
            selected={selected.has(row.id)}
            busy={replay.running}
            replaying={replay.progress?.id === row.id}
            onSelect={(on) => toggle(row.id, on)}
            onReplay={() => replay.run([row.id])}
          />
        ))}
      </ul>
    </div>
  );
}
