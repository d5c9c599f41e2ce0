import { useQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide';
import { useRef, useState } from 'react';
import type { Webhook } from '#contract/webhooks.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { MadeByCell } from '#web/admin/parts/cells.tsx';
import type { DataColumn } from '#web/admin/parts/data-table.tsx';
import { ListTable } from '#web/admin/parts/list-table.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { WebhookState } from './webhook-state.tsx';
import { nameOf, webhooksQuery } from './webhooks-query.ts';

/** The webhooks, by which other systems are told of events. */
export function WebhooksPage() {
  const t = useT('webhooks');
  const [creating, setCreating] = useState(false);
  const createButton = useRef<HTMLButtonElement>(null);
  const webhooks = useQuery(webhooksQuery);
  const columns = useColumns();
  return (
    <AdminScreen
      title={t('title')}
      intro={t('intro')}
      actions={
        <Button ref={createButton} onClick={() => setCreating(true)}>
          <Icon of={WebhookIcon} className="size-5" />
          {t('create')}
        </Button>
      }
    >
      <ListTable label={t('title')} query={webhooks} columns={columns} empty={t('empty')} />
      {creating && <CreateWebhookDialog returnFocus={createButton} onClose={() => setCreating(false)} />}
    </AdminScreen>
  );
}

function useColumns(): DataColumn<Webhook>[] {
  const t = useT('webhooks');
  return [
    { id: 'webhook', header: t('webhook'), cell: (webhook) => <Name webhook={webhook} /> },
    { id: 'state', header: t('state'), cell: (webhook) => <WebhookState webhook={webhook} /> },
    { id: 'events', header: t('events'), cell: ({ events }) => <Events events={events} /> },
    {
      id: 'madeBy',
      header: t('madeBy'),
      cell: ({ createdBy, createdAt }) => <MadeByCell name={createdBy} at={createdAt} />,
    },
    {
      id: 'actions',
      header: t('actions'),
      end: true,
      cell: (webhook) => (
        <AdminLink
          path="webhooks/$id"
          id={webhook.id}
          aria-label={t('openOf', { name: nameOf(webhook) })}
          className={buttonClass('secondary', 'small')}
        >
          {t('open')}
        </AdminLink>
      ),
    },
  ];
}

const Name = ({ webhook: { description, url } }: { webhook: Webhook }) => (
  <div className="grid min-w-48 justify-items-start gap-0.5">
    {description !== '' && <bdi className="wrap-anywhere font-semibold">{description}</bdi>}
    <code dir="ltr" className="wrap-anywhere text-muted text-xs">
      {url}
    </code>
  </div>
);

export const Events = ({ events }: { events: readonly string[] }) => (
  <ul className="grid gap-0.5">
    {events.map((event) => (
      <li key={event}>
        <code dir="ltr" className="text-xs">
          {event}
        </code>
      </li>
    ))}
  </ul>
);
