import { useState } from 'react';
import { WEBHOOK_KEPT_DAYS } from '#contract/webhooks.values.ts';
import { Button } from '#ui/button.tsx';
import { Options, SelectField } from '#ui/field.tsx';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { ActionDialog } from '#web/shared/parts/action-dialog.tsx';
import { webhookKeys } from './webhooks-query.ts';

const DAY_MS = 86_400_000;
const PERIODS_DAYS = [1, 3, 7, WEBHOOK_KEPT_DAYS];

/** Sends again all messages that failed within the chosen days, and says how many, and if more are left. */
export function ResendFailedDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT('webhooks');
  const [days, setDays] = useState(1);
  const resend = useCallMutation(
    () =>
      call('POST /api/admin/webhooks/{id}/resend-failed', {
        params: { id },
        body: { since: new Date(Date.now() - days * DAY_MS).toISOString() },
      }),
    {
      fresh: true,
      done: ({ count, left }) => ({
        title: count > 0 ? t('resentFailed', { count }) : t('nothingFailed'),
        description: left > 0 ? t('leftFailed', { count: left }) : undefined,
      }),
      stale: webhookKeys(id),
      failed: t('failed'),
      onEnd: (_, error) => error ?? onClose(),
    },
  );
  return (
    <ActionDialog
      title={t('resendFailed')}
      description={t('resendFailedText')}
      action={
        <Button loading={resend.isPending} onClick={() => resend.mutate()} data-autofocus>
          {t('resend')}
        </Button>
      }
      pending={resend.isPending}
      onClose={onClose}
    >
      <SelectField label={t('period')} value={days} onChange={({ target }) => setDays(Number(target.value))}>
        <Options values={PERIODS_DAYS} label={(one) => t('days', { count: one })} />
      </SelectField>
    </ActionDialog>
  );
}
