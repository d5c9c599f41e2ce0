import { useState } from 'react';
import type { Webhook } from '#contract/webhooks.ts';
import { changesOf } from '#web/admin/parts/changes-of.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { FormDialog } from '#web/shared/parts/form-dialog.tsx';
import { WEBHOOK_RULES, WebhookFields, type WebhookValues } from './webhook-fields.tsx';
import { webhookKeys } from './webhooks-query.ts';

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useT('webhooks');
  const { id } = webhook;
  // The webhook as it was opened: what another owner saves meanwhile in other fields must stay.
  const [given] = useState<WebhookValues>(() => {
    const { url, description, events } = webhook;
    return { url, description, events };
  });
  const form = useRuledForm<WebhookValues>(WEBHOOK_RULES, given);
  const send = (body: Partial<WebhookValues>) =>
    call('PATCH /api/admin/webhooks/{id}', { params: { id }, body });
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
      onSubmit={form.handleSubmit((values) => {
        const changes = changesOf(given, values);
        if (Object.keys(changes).length > 0) change.mutate(changes);
        else onClose();
      })}
      onClose={onClose}
    >
      <WebhookFields form={form} />
    </FormDialog>
  );
}
