import { useQuery } from '@tanstack/react-query';
import type { Webhook } from '#contract/webhooks.ts';
import { Card } from '#ui/card.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { EmptyCard } from '#web/admin/parts/empty-card.tsx';
import { LoadingCards } from '#web/admin/parts/loading-cards.tsx';
import { useSectionParams } from '#web/admin/parts/use-section.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookState } from './webhook-state.tsx';
import { Events } from './webhooks-page.tsx';
import { nameOf, webhooksQuery } from './webhooks-query.ts';

/** One webhook: its state, its actions and its deliveries. */
export function WebhookPage() {
  const t = useT('webhooks');
  const parts = useT('adminParts');
  const { id = '' } = useSectionParams();
  const webhooks = useQuery(webhooksQuery);
  const webhook = webhooks.data?.find((one) => one.id === id);
  const title = webhook ? nameOf(webhook) : t('webhook');
  return (
    <AdminScreen
      title={title}
      trail={[{ path: 'webhooks', label: t('title') }]}
      actions={webhook && <WebhookActions webhook={webhook} />}
    >
      <QueryView
        query={webhooks}
        loading={<LoadingCards label={parts('loading')} heights={['h-40', 'h-64']} />}
      >
        {() =>
          webhook ? (
            <>
              <Facts webhook={webhook} />
              <Deliveries webhook={webhook} />
            </>
          ) : (
            <EmptyCard title={parts('nothing')} text={t('unknown')} />
          )
        }
      </QueryView>
    </AdminScreen>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const t = useT('webhooks');
  const { date } = useFormats();
  const { url, events, failingSince, previousSecretUntil } = webhook;
  return (
    <Card as="div" className="grid gap-4">
      <dl className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <div>
          <dt className="font-semibold text-muted text-sm">{t('url')}</dt>
          <dd>
            <code dir="ltr" className="wrap-anywhere text-sm">
              {url}
            </code>
          </dd>
        </div>
        <div>
          <dt className="font-semibold text-muted text-sm">{t('state')}</dt>
          <dd>
            <WebhookState webhook={webhook} />
          </dd>
        </div>
        <div>
          <dt className="font-semibold text-muted text-sm">{t('events')}</dt>
          <dd>
            <Events events={events} />
          </dd>
        </div>
      </dl>
      {failingSince && (
        <p className="rounded-2xl bg-danger-soft p-3 text-on-danger-soft text-sm">
          {t('failingSince', { time: date(failingSince, 'moment') })}
        </p>
      )}
      {previousSecretUntil && (
        <p className="rounded-2xl bg-accent-soft p-3 text-on-accent-soft text-sm">
          {t('previousUntil', { time: date(previousSecretUntil, 'moment') })}
        </p>
      )}
    </Card>
  );
}
