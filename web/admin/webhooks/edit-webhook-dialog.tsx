import type { Webhook } from '#contract/webhooks.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { FormDialog } from '#web/shared/parts/form-dialog.tsx';
import { WEBHOOK_RULES, WebhookFields, type WebhookValues } from './webhook-fields.tsx';
import { webhookKeys } from './webhooks-query.ts';

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useT('webhooks');
  const { id, url, description, events } = webhook;
  const form = useRuledForm<WebhookValues>(WEBHOOK_RULES, { url, description, events });
  const send = (body: WebhookValues) => call('PATCH /api/admin/webhooks/{id}', { params: { id }, body });
  const change = useCallMutation(send, {
    form,
    fresh: true,
    done: { title: t('changed') },
    stale: webhookKeys(id),
    failed: t('failed'),
    onEnd: (_, error) => error ?? onClose(),
  });
  return (
    <FormDialog
      title={t('edit')}
      submitLabel={t('save')}
      pending={change.isPending}
      onSubmit={form.handleSubmit((values) => change.mutate(values))}
      onClose={onClose}
    >
      <WebhookFields form={form} />
    </FormDialog>
  );
}
