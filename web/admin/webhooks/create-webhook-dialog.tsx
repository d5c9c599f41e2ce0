import type { RefObject } from 'react';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { FormDialog } from '#web/shared/parts/form-dialog.tsx';
import { NewSecret } from './new-secret.tsx';
import { WEBHOOK_RULES, WebhookFields, type WebhookValues } from './webhook-fields.tsx';
import { webhooksQuery } from './webhooks-query.ts';

export interface CreateWebhookDialogProps {
  /** The button that opened the dialog. */
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Creates a webhook and shows its signing key once. */
export function CreateWebhookDialog({ returnFocus, onClose }: CreateWebhookDialogProps) {
  const t = useT('webhooks');
  const form = useRuledForm<WebhookValues>(WEBHOOK_RULES, { url: '', description: '', events: [] });
  const create = useCallMutation((body: WebhookValues) => call('POST /api/admin/webhooks', { body }), {
    form,
    fresh: true,
    staleAnyway: [webhooksQuery.queryKey],
    failed: t('createFailed'),
    unheard: t('createUnheard'),
  });
  if (create.data) {
    return <NewSecret value={create.data.secret} returnFocus={returnFocus} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={t('create')}
      submitLabel={t('create')}
      pending={create.isPending}
      onSubmit={form.handleSubmit((values) => create.mutate(values))}
      onClose={onClose}
      returnFocus={returnFocus}
    >
      <WebhookFields form={form} />
    </FormDialog>
  );
}
