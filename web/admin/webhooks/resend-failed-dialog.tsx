import { useState } from 'react';
import { WEBHOOK_KEPT_DAYS } from '#contract/webhooks.values.ts';
import { Options, SelectField } from '#ui/field.tsx';
import { ConfirmDialog } from '#web/admin/parts/confirm-dialog.tsx';
import { call } from '#web/shared/api/call.ts';
import { useT } from '#web/shared/language/language.tsx';
import { webhookKeys } from './webhooks-query.ts';

const DAY_MS = 86_400_000;
const PERIODS_DAYS = [1, 3, 7, WEBHOOK_KEPT_DAYS];

/** Sends again all messages that failed within the chosen days. */
export function ResendFailedDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT('webhooks');
  const [days, setDays] = useState(1);
  const resend = () =>
    call('POST /api/admin/webhooks/{id}/resend-failed', {
      params: { id },
      body: { since: new Date(Date.now() - days * DAY_MS).toISOString() },
    });
  return (
    <ConfirmDialog
      title={t('resendFailed')}
      description={t('resendFailedText')}
      confirmLabel={t('resend')}
      doneText={t('resentFailed')}
      failedText={t('failed')}
      work={resend}
      stale={webhookKeys(id)}
      onClose={onClose}
    >
      <SelectField label={t('period')} value={days} onChange={({ target }) => setDays(Number(target.value))}>
        <Options values={PERIODS_DAYS} label={(one) => t('days', { count: one })} />
      </SelectField>
    </ConfirmDialog>
  );
}
