import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Fulfilment } from '#contract/fulfilments.ts';
import { Badge } from '#ui/badge.tsx';
import { focusHeading } from '#ui/focus-heading.ts';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { MoneyCell } from '#web/admin/parts/cells.tsx';
import { EmptyCard } from '#web/admin/parts/empty-card.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { QueueList } from '#web/admin/parts/queue-list.tsx';
import { useKept } from '#web/admin/parts/use-kept.ts';
import { useSectionSearch } from '#web/admin/parts/use-section.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { FulfilmentPanel } from './fulfilment-panel.tsx';
import { fulfilmentsQuery } from './fulfilments-query.ts';

/** Redemptions that a person has to fulfil, the earliest promise first. */
export function FulfilmentsPage() {
  const t = useT('fulfilment');
  const queue = useQuery(fulfilmentsQuery);
  return (
    <AdminScreen title={t('title')} intro={t('intro')}>
      <QueryView
        query={queue}
        outdated="both"
        loading={
          <LoadingCards label={t('loading')} heights={['h-24', 'h-24', 'h-24']} className="grid gap-3" />
        }
      >
        {(waiting) => <Queue waiting={waiting} />}
      </QueryView>
    </AdminScreen>
  );
}

function Queue({ waiting }: { waiting: Fulfilment[] }) {
  const t = useT('fulfilment');
  const member = useT('member');
  const { search, change } = useSectionSearch();
  const list = useRef<HTMLDivElement>(null);
  const isOpen = ({ redemptionId }: Fulfilment) => redemptionId === search.open;
  const { shown, ...kept } = useKept(waiting, isOpen);
  const open = shown.find(isOpen);
  const close = () => {
    change({ open: undefined });
    list.current?.querySelector<HTMLElement>('button[aria-expanded="true"], li > button')?.focus();
  };
  useFocusWhenGone(open?.redemptionId, list);
  const empty = <EmptyCard title={t('emptyTitle')} text={t('emptyText')} />;
  if (shown.length === 0) return empty;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div ref={list}>
        {waiting.length === 0 ? (
          empty
        ) : (
          <QueueList
            label={t('title')}
            entries={waiting.map((one) => ({
              id: one.redemptionId,
              title: <bdi>{one.reward.title}</bdi>,
              detail: (
                <>
                  <MoneyCell cents={one.reward.amountUSD} /> · <bdi>{one.name ?? t('left')}</bdi>
                </>
              ),
              badges: one.stop ? (
                <Badge tone="danger">{member(`stops.${one.stop}`)}</Badge>
              ) : (
                one.waitsFor === 'stock' && <Badge tone="accent">{t('waitsForStock')}</Badge>
              ),
              since: one.createdAt,
              dueAt: one.stop ? null : one.promisedBy,
              owner: one.owner && (one.owner.you ? t('you') : one.owner.name),
            }))}
            openId={open?.redemptionId}
            onOpen={(id) => change({ open: id })}
          />
        )}
      </div>
      {open && <FulfilmentPanel key={open.redemptionId} fulfilment={open} {...kept} onClose={close} />}
    </div>
  );
}

/** Moves the focus to the next entry when the open one is decided and leaves the list. */
function useFocusWhenGone(openId: string | undefined, list: React.RefObject<HTMLElement | null>): void {
  const before = useRef(openId);
  useEffect(() => {
    const gone = before.current !== undefined && openId === undefined;
    before.current = openId;
    if (gone && document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>('li > button')?.focus();
      focusHeading();
    }
  }, [openId, list]);
}
