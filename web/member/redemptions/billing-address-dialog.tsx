import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useId, useState } from 'react';
import type { BillingAddress } from '#contract/redemptions.ts';
import { billingAddress } from '#contract/rules.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast-store.ts';
import { call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';
import { useRuledForm, useRuleText, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';

const EMPTY: BillingAddress = { line1: '', line2: '', city: '', state: '', postalCode: '', country: '' };
/** The lines of the form, with the names by which browsers fill them in. */
const LINES = [
  ['line1', 'address-line1'],
  ['line2', 'address-line2'],
  ['city', 'address-level2'],
  ['state', 'address-level1'],
  ['postalCode', 'postal-code'],
  ['country', 'country'],
] as const;

interface AddressDialogProps {
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
}

/** Takes the address that the issuer asks for. */
export function AddressDialog({ onClose, returnFocus }: AddressDialogProps) {
  const t = useT('redeem.address');
  const common = useT('common');
  const formId = useId();
  const [saving, setSaving] = useState(false);
  const earlier = useQuery({
    queryKey: ['GET /api/user/billing-address'],
    queryFn: ({ signal }) => call('GET /api/user/billing-address', { signal }),
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      returnFocus={returnFocus}
      locked={saving}
      title={t('title')}
      description={t('text')}
      closeLabel={common('close')}
      footer={
        <>
          <Button variant="quiet" disabled={saving} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} loading={saving} disabled={!earlier.isSuccess}>
            {t('save')}
          </Button>
        </>
      }
    >
      {earlier.isPending && <Spinner label={t('loading')} />}
      {earlier.isError && <Failure query={earlier} />}
      {earlier.isSuccess && (
        <AddressForm
          id={formId}
          given={earlier.data.address ?? EMPTY}
          onSaving={setSaving}
          onSaved={onClose}
        />
      )}
    </Dialog>
  );
}

interface AddressFormProps {
  id: string;
  given: BillingAddress;
  onSaving: (saving: boolean) => void;
  onSaved: () => void;
}

function AddressForm({ id, given, onSaving, onSaved }: AddressFormProps) {
  const t = useT('redeem.address');
  const errors = useErrorText();
  const ruleText = useRuleText();
  const queryClient = useQueryClient();
  const form = useRuledForm(billingAddress, given);
  const showFields = useServerFieldErrors(form);
  const save = useMutation({
    mutationFn: (body: BillingAddress) => call('PUT /api/user/billing-address', { body }),
    onMutate: () => onSaving(true),
    onSettled: () => onSaving(false),
    onSuccess: async () => {
      toast({ title: t('saved'), description: t('savedText'), tone: 'success' });
      onSaved();
      await queryClient.invalidateQueries({ queryKey: keys.redemptions });
    },
    onError: (error) => {
      if (!showFields(error))
        toast({ title: t('failed'), description: errors.message(error), tone: 'error' });
    },
  });
  return (
    <form id={id} noValidate className="grid gap-4" onSubmit={form.handleSubmit((body) => save.mutate(body))}>
      {LINES.map(([name, autoComplete]) => (
        <TextField
          key={name}
          label={t(name)}
          {...(name === 'country' ? { hint: t('countryHint') } : {})}
          error={ruleText(form.formState.errors[name]?.message)}
          autoComplete={autoComplete}
          {...form.register(name)}
        />
      ))}
    </form>
  );
}
