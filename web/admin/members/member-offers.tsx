import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallOutput } from '#contract/index.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { adminQuery } from '#web/admin/parts/admin-query.ts';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { Identifier } from '#web/admin/parts/identifier.tsx';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { OfferCalls, OfferSteps } from '#web/admin/parts/offer-proof.tsx';
import { usePages } from '#web/admin/parts/use-pages.ts';
import { call } from '#web/shared/api/call.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';

const PATH = 'GET /api/admin/users/{id}/offers';
type Row = CallOutput<typeof PATH>[number];

/** The offers that the member has started: how far each step is, as the member sees it, and the calls that prove it. */
export function MemberOffers({ id }: { id: string }) {
  const t = useT('member');
  const { number } = useFormats();
  const offers = usePages([PATH, id], (before, signal) =>
    call(PATH, { params: { id }, query: { before }, signal }),
  );
  const columns: DataColumn<Row>[] = [
    {
      id: 'offer',
      header: t('offer'),
      cell: ({ title, offerId, source, startedAt }) => (
        <div className="grid max-w-72 gap-0.5">
          <span className="wrap-anywhere font-semibold">
            <bdi>{title}</bdi>
          </span>
          <span className="text-muted text-sm">
            <bdi>{source}</bdi>
          </span>
          <span className="text-muted text-xs">
            <Identifier>{offerId}</Identifier>
          </span>
          <span className="text-sm">
            <TimeCell at={startedAt} />
          </span>
        </div>
      ),
    },
    {
      id: 'paid',
      header: t('points'),
      end: true,
      cell: ({ paidPoints, promisedPoints }) =>
        promisedPoints === null
          ? number(paidPoints)
          : t('paidOf', { paid: number(paidPoints), promised: number(promisedPoints) }),
    },
    { id: 'steps', header: t('steps'), cell: ({ goals }) => <OfferSteps steps={goals} /> },
    { id: 'calls', header: t('calls'), cell: (offer) => <Calls memberId={id} clickId={offer.id} /> },
  ];
  return <ListTable label={t('tabs.offers')} query={offers} columns={columns} empty={t('noOffers')} />;
}

/** The calls about one offer, read when asked for: reading them is recorded. */
function Calls({ memberId, clickId }: { memberId: string; clickId: string }) {
  const t = useT('member');
  const [open, setOpen] = useState(false);
  const calls = useQuery({
    ...adminQuery('GET /api/admin/users/{id}/offers/{clickId}/calls', { params: { id: memberId, clickId } }),
    enabled: open,
  });
  if (!open)
    return (
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        {t('showCalls')}
      </Button>
    );
  return (
    <div className="max-w-96 text-start text-sm">
      <QueryView
        query={calls}
        outdated="failure"
        loading={<Skeleton className="h-16" />}
        empty={<OfferCalls calls={[]} />}
      >
        {(found) => <OfferCalls calls={found} />}
      </QueryView>
    </div>
  );
}
