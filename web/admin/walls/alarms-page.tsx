import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFocusAfterRow } from '#ui/use-focus-after-row.ts';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { EmptyCard } from '#web/admin/parts/empty-card.tsx';
import { ListEnd } from '#web/admin/parts/list-end.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { useKept } from '#web/admin/parts/use-kept.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { AlarmCard } from './alarm-card.tsx';
import { alarmsQuery } from './walls-query.ts';

/** Open alarms: days on which the credits of a wall left their usual pattern. */
export function AlarmsPage() {
  const t = useT('wallAlarms');
  const alarms = useQuery(alarmsQuery);
  const [closingId, setClosingId] = useState<string>();
  const { shown, ...work } = useKept(alarms.data ?? [], ({ id }) => id === closingId);
  useFocusAfterRow(alarms.data?.map(({ id }) => id) ?? []);
  return (
    <AdminScreen title={t('title')} intro={t('intro')}>
      <QueryView
        query={alarms}
        loading={<LoadingCards label={t('loading')} heights={['h-56', 'h-56']} className="grid gap-3" />}
      >
        {(all) =>
          shown.length === 0 ? (
            <EmptyCard title={t('emptyTitle')} text={t('emptyText')} />
          ) : (
            <>
              <ul aria-label={t('title')} className="grid gap-3">
                {shown.map((alarm) => (
                  <AlarmCard
                    key={alarm.id}
                    alarm={alarm}
                    closing={alarm.id === closingId ? work : undefined}
                    onClosing={(on) => setClosingId(on ? alarm.id : undefined)}
                  />
                ))}
              </ul>
              <ListEnd count={all.length} />
            </>
          )
        }
      </QueryView>
    </AdminScreen>
  );
}
