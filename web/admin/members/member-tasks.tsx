import type { CallOutput } from '#contract/index.ts';
import { PointsCell, TimeCell } from '#web/admin/parts/cells.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { Identifier } from '#web/admin/parts/identifier.tsx';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { usePages } from '#web/admin/parts/use-pages.ts';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';

const PATH = 'GET /api/admin/users/{id}/tasks';
type Row = CallOutput<typeof PATH>[number];

/** The member's tasks, with the state of each. */
export function MemberTasks({ id }: { id: string }) {
  const t = useT('member');
  const tasks = usePages([PATH, id], (before, signal) =>
    call(PATH, { params: { id }, query: { before }, signal }),
  );
  const columns: DataColumn<Row>[] = [
    {
      id: 'task',
      header: t('task'),
      cell: ({ title, taskType, transactionId }) => (
        <>
          <bdi className="wrap-anywhere font-semibold">{title ?? taskType}</bdi>
          {transactionId && (
            <span className="block max-w-72 text-muted text-xs">
              <Identifier>{transactionId}</Identifier>
            </span>
          )}
        </>
      ),
    },
    { id: 'wall', header: t('wall'), cell: ({ wall }) => <bdi>{wall ?? t('ownMission')}</bdi> },
    { id: 'points', header: t('points'), end: true, cell: ({ points }) => <PointsCell points={points} /> },
    {
      id: 'timeline',
      header: t('timeline'),
      cell: ({ timeline }) => (
        <ol className="grid gap-0.5">
          {timeline.map(({ event, at }) => (
            <li key={event}>
              {t(`taskEvents.${event}`)} <TimeCell at={at} />
            </li>
          ))}
        </ol>
      ),
    },
  ];
  return <ListTable label={t('tabs.tasks')} query={tasks} columns={columns} empty={t('noTasks')} />;
}
