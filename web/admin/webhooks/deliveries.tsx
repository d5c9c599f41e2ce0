import { useState } from 'react';
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts';
import { DELIVERY_STATES, type DeliveryState, WEBHOOK_PAGE } from '#contract/webhooks.values.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Options, SelectField } from '#ui/field.tsx';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { FilterBar } from '#web/admin/parts/filter-bar.tsx';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { usePages } from '#web/admin/parts/use-pages.ts';
import { useSectionSearch } from '#web/admin/parts/use-section.ts';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { DeliveryAttempts } from './delivery-attempts.tsx';
import { ResendFailedDialog } from './resend-failed-dialog.tsx';
import { useWebhookCall } from './use-webhook-call.ts';
import { DELIVERIES } from './webhooks-query.ts';

const isState = (word: string | undefined): word is DeliveryState =>
  (DELIVERY_STATES as readonly (string | undefined)[]).includes(word);

/** The deliveries of a webhook, with their results. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const t = useT('webhooks');
  const { search, change } = useSectionSearch();
  const [resending, setResending] = useState(false);
  const state = isState(search.state) ? search.state : undefined;
  const { id } = webhook;
  const columns = useColumns(webhook);
  const deliveries = usePages<WebhookDelivery>(
    [DELIVERIES, id, state],
    (before, signal) => call(DELIVERIES, { params: { id }, query: { state, before }, signal }),
    WEBHOOK_PAGE,
  );
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-bold text-xl">{t('deliveries')}</h2>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="quiet"
            size="small"
            loading={deliveries.isRefetching}
            onClick={() => void deliveries.refetch()}
          >
            {t('refresh')}
          </Button>
          {webhook.off === null && (
            <Button variant="secondary" size="small" onClick={() => setResending(true)}>
              {t('resendFailed')}
            </Button>
          )}
        </div>
      </div>
      <FilterBar>
        <SelectField
          label={t('state')}
          value={state ?? ''}
          onChange={({ target }) => change({ state: target.value || undefined })}
        >
          <option value="">{t('anyState')}</option>
          <Options values={DELIVERY_STATES} label={(one) => t(`deliveryStates.${one}`)} />
        </SelectField>
      </FilterBar>
      <ListTable label={t('deliveries')} query={deliveries} columns={columns} empty={t('noDeliveries')} />
      {resending && <ResendFailedDialog id={id} onClose={() => setResending(false)} />}
    </section>
  );
}

const TONES = { waiting: 'accent', delivered: 'brand', failed: 'danger' } as const;

function useColumns({ id, off }: Webhook): DataColumn<WebhookDelivery>[] {
  const t = useT('webhooks');
  const resend = useWebhookCall(
    id,
    (deliveryId: string) =>
      call('POST /api/admin/webhooks/{id}/deliveries/{deliveryId}/resend', { params: { id, deliveryId } }),
    t('resent'),
  );
  return [
    { id: 'event', header: t('event'), cell: (delivery) => <DeliveryAttempts delivery={delivery} /> },
    { id: 'when', header: t('when'), cell: ({ body }) => <TimeCell at={body.timestamp} /> },
    {
      id: 'state',
      header: t('state'),
      cell: ({ state, nextAt }) => (
        <>
          <Badge tone={TONES[state]}>{t(`deliveryStates.${state}`)}</Badge>
          {nextAt !== null && (
            <p className="mt-1 text-muted">{t.rich('next', { time: () => <TimeCell at={nextAt} /> })}</p>
          )}
        </>
      ),
    },
    ...(off === null
      ? [
          {
            id: 'actions',
            header: t('actions'),
            end: true,
            cell: (delivery: WebhookDelivery) => (
              <Button
                variant="quiet"
                size="small"
                aria-label={t('resendOf', { event: delivery.body.type })}
                loading={resend.isPending && resend.variables === delivery.id}
                disabled={resend.isPending && resend.variables !== delivery.id}
                onClick={() => resend.mutate(delivery.id)}
              >
                {t('resend')}
              </Button>
            ),
          },
        ]
      : []),
  ];
}
