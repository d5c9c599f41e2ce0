import { useQuery } from '@tanstack/react-query';
import { type RefObject, useId, useState } from 'react';
import type { BillingAddress } from '#contract/redemptions.ts';
import { billingAddress } from '#contract/rules.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { call } from '#web/shared/api/call.ts';
import { callQuery } from '#web/shared/api/call-query.ts';
import { keys } from '#web/shared/api/queries.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { TextField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { ActionDialog } from '#web/shared/parts/action-dialog.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';

const EMPTY: BillingAddress = { line1: '', line2: '', city: '', state: '', postalCode: '', country: '' };
/** The fields of the form, with the names by which browsers fill them in. */
const LINES = [
  ['line1', 'address-line1'],
  ['line2', 'address-line2'],
  ['city', 'address-level2'],
  ['state', 'address-level1'],
  ['postalCode', 'postal-code'],
  ['country', 'country'],
] as const;

interface AddressDialogProps {
  /** Whether a card waits for it. */
  waiting: boolean;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
}

/** Shows the member's address for card issuers, to give it or another one. */
export function AddressDialog({ waiting, onClose, returnFocus }: AddressDialogProps) {
  const t = useT('redeem.address');
  const formId = useId();
  const [saving, setSaving] = useState(false);
  const earlier = useQuery({ ...callQuery('GET /api/user/billing-address'), gcTime: 0, staleTime: 0 });
  return (
    <ActionDialog
      title={t('title')}
      description={t('text')}
      action={
        <Button type="submit" form={formId} loading={saving} disabled={!earlier.isSuccess}>
          {t('save')}
        </Button>
      }
      cancelLabel={t('cancel')}
      pending={saving}
      onClose={onClose}
      returnFocus={returnFocus}
    >
      <QueryView query={earlier} loading={<Spinner label={t('loading')} />} outdated="failure">
        {({ address }) => (
          <AddressForm
            id={formId}
            given={address ?? EMPTY}
            waiting={waiting}
            onSaving={setSaving}
            onSaved={onClose}
          />
        )}
      </QueryView>
    </ActionDialog>
  );
}

interface AddressFormProps {
  id: string;
  given: BillingAddress;
  waiting: boolean;
  onSaving: (saving: boolean) => void;
  onSaved: () => void;
}

function AddressForm({ id, given, waiting, onSaving, onSaved }: AddressFormProps) {
  const t = useT('redeem.address');
  const form = useRuledForm(billingAddress, given);
  const save = useCallMutation((body: BillingAddress) => call('PUT /api/user/billing-address', { body }), {
    form,
    onStart: () => onSaving(true),
    done: { title: t('saved'), ...(waiting && { description: t('savedText') }) },
    onDone: onSaved,
    stale: [keys.redemptions, keys.rewards],
    failed: t('failed'),
    onEnd: () => onSaving(false),
  });
  return (
    <form id={id} noValidate className="grid gap-4" onSubmit={form.handleSubmit((body) => save.mutate(body))}>
      {LINES.map(([name, autoComplete]) => (
        <TextField
          key={name}
          control={form.control}
          name={name}
          label={t(name)}
          hint={name === 'country' ? t('countryHint') : undefined}
          autoComplete={autoComplete}
        />
      ))}
    </form>
  );
}
