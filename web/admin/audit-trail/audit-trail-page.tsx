import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { FilterBar } from '#web/admin/parts/filter-bar.tsx';
import { usePages } from '#web/admin/parts/use-pages.ts';
import { useSectionSearch } from '#web/admin/parts/use-section.ts';
import { call } from '#web/shared/api/call.ts';
import { TypedFilter } from '#web/shared/forms/typed-filter.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { AuditCheck } from './audit-check.tsx';
import { AuditTable } from './audit-table.tsx';
import { ProofAlarm } from './proof-alarm.tsx';

const PATH = 'GET /api/admin/audit';
const FILTERS = ['actor', 'action', 'subjectKind', 'subjectId'] as const;
const ALL_FILTERS = [...FILTERS, 'from', 'to'];
const NOTHING = Object.fromEntries(ALL_FILTERS.map((name) => [name, undefined]));
const isFiltered = (search: Record<string, string>) => ALL_FILTERS.some((name) => search[name]);

/** The audit trail, with filters and a check of its chain. */
export function AuditTrailPage() {
  const t = useT('auditTrail');
  return (
    <AdminScreen title={t('title')} intro={t('intro')}>
      <ProofAlarm />
      <AuditCheck />
      <Filters />
      <Entries />
    </AdminScreen>
  );
}

function Filters() {
  const t = useT('auditTrail');
  const { search, change } = useSectionSearch();
  const hints = { actor: t('actorHint'), action: t('actionHint'), subjectKind: '', subjectId: '' };
  return (
    <FilterBar onClear={isFiltered(search) ? () => change(NOTHING) : undefined}>
      {FILTERS.map((name) => (
        <TypedFilter
          key={name}
          label={t(name)}
          hint={hints[name]}
          value={search[name]}
          onValue={(value) => change({ [name]: value })}
        />
      ))}
      {(['from', 'to'] as const).map((name) => (
        <TypedFilter
          key={name}
          type="date"
          label={t(name)}
          value={search[name]}
          onValue={(value) => change({ [name]: value })}
        />
      ))}
    </FilterBar>
  );
}

/** The start of a day in the person's own time zone. */
const startOf = (day: string | undefined) => moment(day && `${day}T00:00:00`);
const endOf = (day: string | undefined) => moment(day && `${day}T23:59:59.999`);
function moment(text: string | undefined): string | undefined {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function Entries() {
  const t = useT('auditTrail');
  const { search } = useSectionSearch();
  const { actor, action, subjectKind, subjectId } = search;
  const query = {
    actor,
    action,
    subjectKind,
    subjectId,
    from: startOf(search.from),
    to: endOf(search.to),
  };
  const entries = usePages([PATH, query], (before, signal) =>
    call(PATH, { query: { ...query, before }, signal }),
  );
  return <AuditTable label={t('title')} query={entries} empty={isFiltered(search) && t('empty')} />;
}
