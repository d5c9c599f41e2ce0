import type { Webhook } from '#contract/webhooks.ts';
import { WEBHOOK_FAILING_DAYS } from '#contract/webhooks.values.ts';
import { Badge } from '#ui/badge.tsx';
import { useT } from '#web/shared/language/language.tsx';

/** Whether the webhook is told of events, and if not, why. */
export function WebhookState({ webhook: { off, failingSince } }: { webhook: Webhook }) {
  const t = useT('webhooks');
  if (off === null) {
    return failingSince === null ? (
      <Badge tone="brand">{t('states.on')}</Badge>
    ) : (
      <Badge tone="danger">{t('states.failing')}</Badge>
    );
  }
  if (off === 'staff') return <Badge>{t('states.staff')}</Badge>;
  return (
    <span className="font-semibold text-danger text-sm">
      {off === 'failing' ? t('states.stopped', { count: WEBHOOK_FAILING_DAYS }) : t('states.gone')}
    </span>
  );
}
