import { useMutation } from '@tanstack/react-query';
import type { Webhook } from '#contract/webhooks.ts';
import { toast } from '#ui/toast-store.ts';
import { FormDialog } from '#web/admin/parts/form-dialog.tsx';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { call } from '#web/shared/api/call.ts';
import { useRuledForm, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useWebhookCall } from './use-webhook-call.ts';
import { WEBHOOK_RULES, WebhookFields, type WebhookValues } from './webhook-fields.tsx';

/** Changes address, name and events. */
export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useT('webhooks');
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const { id, url, description, events } = webhook;
  const { refresh } = useWebhookCall(id);
  const form = useRuledForm<WebhookValues>(WEBHOOK_RULES, { url, description, events });
  const showFields = useServerFieldErrors(form);
  const change = useMutation({
    mutationFn: (body: WebhookValues) =>
      freshly(() => call('PATCH /api/admin/webhooks/{id}', { params: { id }, body })),
    onSuccess: async () => {
      toast({ title: t('changed'), tone: 'success' });
      await refresh();
      onClose();
    },
    onError: (error) => {
      if (error instanceof Abandoned || showFields(error)) return;
      toast({ title: t('failed'), description: errors.message(error), tone: 'error' });
    },
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
