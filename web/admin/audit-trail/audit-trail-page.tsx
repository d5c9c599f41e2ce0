import type { AuditEntry } from '#contract/audit-trail.ts';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { FilterBar } from '#web/admin/parts/filter-bar.tsx';
import { Identifier } from '#web/admin/parts/identifier.tsx';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { usePages } from '#web/admin/parts/use-pages.ts';
import { useSectionSearch } from '#web/admin/parts/use-section.ts';
import { call } from '#web/shared/api/call.ts';
import { TypedFilter } from '#web/shared/forms/typed-filter.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { AuditChange } from './audit-change.tsx';
import { AuditCheck } from './audit-check.tsx';
import { ProofAlarm } from './proof-alarm.tsx';

const PATH = 'GET /api/admin/audit';
const FILTERS = ['actor', 'action', 'subjectKind', 'subjectId'] as const;
const NOTHING = Object.fromEntries([...FILTERS, 'from', 'to'].map((name) => [name, undefined]));

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
  const filtered = [...FILTERS, 'from', 'to'].some((name) => search[name]);
  const hints = { actor: t('actorHint'), action: t('actionHint'), subjectKind: '', subjectId: '' };
  return (
    <FilterBar onClear={filtered ? () => change(NOTHING) : undefined}>
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
    ...{ actor, action, subjectKind, subjectId },
    from: startOf(search.from),
    to: endOf(search.to),
  };
  const entries = usePages([PATH, query], (before, signal) =>
    call(PATH, { query: { ...query, before }, signal }),
  );
  const columns: DataColumn<AuditEntry>[] = [
    {
      id: 'action',
      header: t('action'),
      cell: ({ action: name, reason, reasonErased }) => (
        <div className="grid gap-0.5">
          <code dir="ltr" className="max-w-72 text-xs">
            <Identifier>{name}</Identifier>
          </code>
          {reason && (
            <span className="wrap-anywhere max-w-72 text-muted text-sm">{t('reason', { reason })}</span>
          )}
          {reasonErased && <em className="max-w-72 text-muted text-sm">{t('reasonErased')}</em>}
        </div>
      ),
    },
    { id: 'actor', header: t('actor'), cell: (entry) => <Who entry={entry} /> },
    {
      id: 'subject',
      header: t('subject'),
      cell: ({ subjectKind: kind, subjectId: id }) => (
        <span className="inline-block max-w-48 text-xs">
          {kind} <Identifier>{id}</Identifier>
        </span>
      ),
    },
    {
      id: 'change',
      header: t('change'),
      cell: ({ before, after }) => <AuditChange before={before} after={after} />,
    },
    { id: 'when', header: t('when'), cell: ({ at }) => <TimeCell at={at} /> },
  ];
  return <ListTable label={t('title')} query={entries} columns={columns} empty={t('empty')} />;
}

function Who({ entry: { actor, actorName, actorKey, actorRole, ip } }: { entry: AuditEntry }) {
  const t = useT('auditTrail');
  const name = actorName ?? (actor === 'operator' ? t('operator') : actor);
  return (
    <div className="grid max-w-72 gap-0.5">
      {actorKey && (
        <span className="wrap-anywhere">
          {t.rich('apiKey', { name: () => <bdi className="font-semibold">{actorKey.name}</bdi> })}{' '}
          <code dir="ltr" className="text-xs">
            {actorKey.beginning}…
          </code>
        </span>
      )}
      <bdi className={`wrap-anywhere ${actorKey ? 'text-muted text-xs' : ''}`}>{name}</bdi>
      <bdi className="wrap-anywhere text-muted text-xs">{[actorRole, ip].filter(Boolean).join(' · ')}</bdi>
    </div>
  );
}
