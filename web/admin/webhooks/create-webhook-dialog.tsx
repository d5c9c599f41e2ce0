import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { toast } from '#ui/toast-store.ts';
import { FormDialog } from '#web/admin/parts/form-dialog.tsx';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { call } from '#web/shared/api/call.ts';
import { useRuledForm, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { NewSecret } from './new-secret.tsx';
import { WEBHOOK_RULES, WebhookFields, type WebhookValues } from './webhook-fields.tsx';
import { WEBHOOKS } from './webhooks-query.ts';

export interface CreateWebhookDialogProps {
  /** What opened it. */
  returnFocus: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Makes a webhook, then shows its signing key this once. */
export function CreateWebhookDialog({ returnFocus, onClose }: CreateWebhookDialogProps) {
  const t = useT('webhooks');
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const queryClient = useQueryClient();
  const form = useRuledForm<WebhookValues>(WEBHOOK_RULES, { url: '', description: '', events: [] });
  const showFields = useServerFieldErrors(form);
  const create = useMutation({
    mutationFn: (body: WebhookValues) => freshly(() => call('POST /api/admin/webhooks', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [WEBHOOKS] }),
    onError: (error) => {
      if (error instanceof Abandoned || showFields(error)) return;
      toast({ title: t('createFailed'), description: errors.message(error), tone: 'error' });
    },
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
