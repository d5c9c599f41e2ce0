import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Webhook } from '#contract/webhooks.ts';
import { WEBHOOK_OVERLAP_HOURS } from '#contract/webhooks.values.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#web/admin/parts/confirm-dialog.tsx';
import { useOpenSection } from '#web/admin/parts/use-section.ts';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { EditWebhookDialog } from './edit-webhook-dialog.tsx';
import { NewSecret } from './new-secret.tsx';
import { useWebhookCall } from './use-webhook-call.ts';
import { nameOf, webhookKeys, webhooksQuery } from './webhooks-query.ts';

type Open = 'edit' | 'renew' | 'remove';

/** The actions on a webhook. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const t = useT('webhooks');
  const [open, setOpen] = useState<Open>();
  const [secret, setSecret] = useState<string>();
  const renewButton = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(undefined);
  const { id } = webhook;
  const on = webhook.off === null;
  const test = useWebhookCall(
    id,
    () => call('POST /api/admin/webhooks/{id}/test', { params: { id } }),
    t('testSent'),
  );
  const toggle = useWebhookCall(
    id,
    () => call('PATCH /api/admin/webhooks/{id}', { params: { id }, body: { on: !on } }),
    on ? t('switchedOff') : t('switchedOn'),
  );
  return (
    <>
      {on && (
        <Button loading={test.isPending} disabled={toggle.isPending} onClick={() => test.mutate()}>
          {t('test')}
        </Button>
      )}
      <Button
        variant={on ? 'secondary' : 'primary'}
        loading={toggle.isPending}
        disabled={test.isPending}
        onClick={() => toggle.mutate()}
      >
        {on ? t('switchOff') : t('switchOn')}
      </Button>
      <Button variant="secondary" onClick={() => setOpen('edit')}>
        {t('edit')}
      </Button>
      <Button ref={renewButton} variant="secondary" onClick={() => setOpen('renew')}>
        {t('renew')}
      </Button>
      <Button variant="quiet" onClick={() => setOpen('remove')}>
        {t('remove')}
      </Button>
      {open === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {open === 'renew' && <RenewDialog id={id} onMade={setSecret} onClose={close} />}
      {secret !== undefined && (
        <NewSecret value={secret} returnFocus={renewButton} onClose={() => setSecret(undefined)} />
      )}
      {open === 'remove' && <RemoveDialog webhook={webhook} onClose={close} />}
    </>
  );
}

interface RenewDialogProps {
  id: string;
  onMade: (secret: string) => void;
  onClose: () => void;
}

function RenewDialog({ id, onMade, onClose }: RenewDialogProps) {
  const t = useT('webhooks');
  const queryClient = useQueryClient();
  const made = useRef('');
  const renew = async () => {
    const { secret } = await call('POST /api/admin/webhooks/{id}/secret', { params: { id } });
    made.current = secret;
  };
  return (
    <ConfirmDialog
      title={t('renewTitle')}
      description={t('renewText', { count: WEBHOOK_OVERLAP_HOURS })}
      confirmLabel={t('renew')}
      doneText={t('renewed')}
      failedText={t('failed')}
      // After this time, a key that nobody has seen would sign alone.
      unheardText={t('renewUnheard', { count: WEBHOOK_OVERLAP_HOURS })}
      work={renew}
      onDone={() => onMade(made.current)}
      onEnd={() => {
        // Not awaited, so that the secret is shown at once.
        for (const queryKey of webhookKeys(id)) void queryClient.invalidateQueries({ queryKey });
      }}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useT('webhooks');
  const openSection = useOpenSection();
  const queryClient = useQueryClient();
  const { id } = webhook;
  return (
    <ConfirmDialog
      title={t('removeTitle', { name: nameOf(webhook) })}
      description={t('removeText')}
      confirmLabel={t('remove')}
      variant="danger"
      doneText={t('removed')}
      failedText={t('failed')}
      work={() => call('DELETE /api/admin/webhooks/{id}', { params: { id } })}
      // Not awaited, as this screen cannot show what is gone.
      onDone={() => void queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey })}
      onSuccess={() => void openSection('webhooks')}
      onClose={onClose}
    />
  );
}
