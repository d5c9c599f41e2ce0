import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#ui/empty-state.tsx';
import { EmptyPocket } from '#ui/illustrations/empty-pocket.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { queueQuery } from '#web/admin/parts/admin-query.ts';
import { DataTable } from '#web/admin/parts/data-table.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
import { ExportButton } from './export-button.tsx';
import { useMemberColumns } from './member-columns.tsx';

const SHOWN = 5;
const newestQuery = queueQuery('GET /api/admin/users', {
  query: { order: 'created', direction: 'desc', limit: SHOWN },
});

/** The members who came last, with a link to the list of all. */
export function NewestMembers() {
  const t = useT('members');
  const columns = useMemberColumns();
  const members = useQuery(newestQuery);
  return (
    <section aria-labelledby="members" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="members" className="font-bold text-xl">
            {t('title')}
          </h2>
          <p className="text-muted text-sm">{t('newest')}</p>
        </div>
        <ExportButton />
      </div>
      {members.isError ? (
        <Failure query={members} />
      ) : (
        <DataTable
          label={t('newest')}
          columns={columns}
          rows={members.data}
          rowId={({ id }) => id}
          empty={<EmptyState illustration={<EmptyPocket />} title={t('emptyTitle')} text={t('emptyText')} />}
        />
      )}
      <AdminLink
        path="users"
        className="justify-self-start rounded-lg font-semibold text-brand hover:underline"
      >
        {t('all')}
      </AdminLink>
    </section>
  );
}
