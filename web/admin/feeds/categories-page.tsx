import { useQuery } from '@tanstack/react-query';
import type { FeedCategory } from '#contract/feeds.ts';
import { OFFER_CATEGORIES, type OfferCategory } from '#contract/offers.values.ts';
import { Options, SelectField } from '#ui/field.tsx';
import { adminQuery } from '#web/admin/parts/admin-query.ts';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { PointsCell } from '#web/admin/parts/cells.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { inWords } from '#web/admin/parts/in-words.ts';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useSectionParams } from '#web/admin/parts/use-section.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { feedsQuery } from './feeds-query.ts';

const categoriesQuery = (wall: string) =>
  adminQuery('GET /api/admin/feeds/{wall}/categories', { params: { wall } });

/** A row of the table, which wants an id. */
type Row = FeedCategory & { id: string };

/** What members see for the words that a company has for its offers. */
export function CategoriesPage() {
  const t = useT('feeds');
  const { id: wall = '' } = useSectionParams();
  const feed = useQuery(feedsQuery).data?.find((one) => one.wall === wall);
  const words = useQuery({
    ...categoriesQuery(wall),
    select: (all): Row[] => all.map((one) => ({ ...one, id: one.word })),
  });
  return (
    <AdminScreen
      title={t('categoriesOf', { title: feed?.title ?? wall })}
      intro={t('categoriesText')}
      trail={[{ path: 'feeds', label: t('title') }]}
    >
      <ListTable
        label={t('showCategories')}
        query={words}
        columns={useColumns(wall)}
        empty={t('categoriesEmpty')}
      />
    </AdminScreen>
  );
}

function useColumns(wall: string): DataColumn<Row>[] {
  const t = useT('feeds');
  return [
    { id: 'shown', header: t('membersSee'), cell: (row) => <Shown wall={wall} row={row} /> },
    { id: 'offers', header: t('offers'), end: true, cell: ({ offers }) => <PointsCell points={offers} /> },
  ];
}

function Shown({ wall, row: { word, usual, decided } }: { wall: string; row: Row }) {
  const t = useT('feeds');
  const names = useT('feeds.categories');
  const mayEdit = usePermission('catalogue.edit');
  const decide = useCallMutation(
    (category: OfferCategory | null) =>
      call('PUT /api/admin/feeds/{wall}/categories', { params: { wall }, body: { word, category } }),
    {
      // Of several choices the last one counts.
      scope: { id: `category ${wall} ${word}` },
      done: { title: t('categorySaved') },
      stale: [categoriesQuery(wall).queryKey],
      failed: inWords(t('ruleFailed')),
    },
  );
  if (!mayEdit)
    return (
      <div className="grid gap-0.5">
        <bdi className="wrap-anywhere font-semibold">{word}</bdi>
        {names(decided ?? usual)}
      </div>
    );
  const shown = decide.isPending ? decide.variables : decided;
  return (
    <SelectField
      label={word}
      value={shown ?? ''}
      onChange={({ target }) => decide.mutate(OFFER_CATEGORIES.find((one) => one === target.value) ?? null)}
    >
      <option value="">{t('asUsual', { category: names(usual) })}</option>
      <Options values={OFFER_CATEGORIES} label={(one) => names(one)} />
    </SelectField>
  );
}
