import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { required } from '#contract/rules.ts';
import { EMAIL_MAX_LENGTH } from '#contract/sign-in.values.ts';
import type { StaffRole } from '#contract/staff.values.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextField } from '#ui/field.tsx';
import { toast } from '#ui/toast-store.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { call } from '#web/shared/api/call.ts';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { useRuledForm, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { RoleSelect } from './role-select.tsx';
import { STAFF } from './staff-query.ts';

const RULES = z.object({ email: required });

/** Gives a member a role by their address. */
export function GrantForm() {
  const t = useT('staffList');
  const faultText = useFaultText();
  const [role, setRole] = useState<StaffRole>('read_only');
  const { form, grant } = useGrant(role);
  return (
    <Card aria-labelledby="grant" className="grid gap-4">
      <div>
        <h2 id="grant" className="font-bold font-display text-xl">
          {t('add')}
        </h2>
        <p className="mt-1 max-w-prose text-muted">{t('addText')}</p>
      </div>
      <form
        noValidate
        className="grid max-w-3xl items-start gap-4 sm:grid-cols-2"
        onSubmit={form.handleSubmit(({ email }) => grant.mutate(email))}
      >
        <TextField
          type="email"
          label={t('email')}
          autoComplete="off"
          maxLength={EMAIL_MAX_LENGTH}
          error={faultText(form.formState.errors.email?.message)}
          {...form.register('email')}
        />
        <RoleSelect value={role} onRole={setRole} />
        <Button type="submit" loading={grant.isPending} className="justify-self-start">
          {t('grant')}
        </Button>
      </form>
    </Card>
  );
}

function useGrant(role: StaffRole) {
  const t = useT('staffList');
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const queryClient = useQueryClient();
  const form = useRuledForm(RULES, { email: '' });
  const showFields = useServerFieldErrors(form);
  const grant = useMutation({
    mutationFn: (email: string) => freshly(() => call('POST /api/admin/staff', { body: { email, role } })),
    onSuccess: async () => {
      form.reset();
      toast({ title: t('granted'), tone: 'success' });
      await queryClient.invalidateQueries({ queryKey: [STAFF] });
    },
    onError: (error) => {
      if (error instanceof Abandoned || showFields(error)) return;
      toast({ title: t('grantFailed'), description: errors.message(error), tone: 'error' });
    },
  });
  return { form, grant };
}
