import { useState } from 'react';
import * as z from 'zod/mini';
import { required } from '#contract/rules.ts';
import { EMAIL_MAX_LENGTH } from '#contract/sign-in.values.ts';
import type { StaffRole } from '#contract/staff.values.ts';
import { Button } from '#ui/button.tsx';
import { HeadedCard } from '#ui/headed-card.tsx';
import { clearSent } from '#web/admin/parts/clear-sent.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { TextField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { RoleSelect } from './role-select.tsx';
import { staffQuery } from './staff-query.ts';

const RULES = z.object({ email: required });

/** Gives a member a role by their address. */
export function GrantForm() {
  const t = useT('staffList');
  const [role, setRole] = useState<StaffRole>('read_only');
  const form = useRuledForm(RULES, { email: '' });
  const grant = useCallMutation((email: string) => call('POST /api/admin/staff', { body: { email, role } }), {
    form,
    fresh: true,
    done: { title: t('granted') },
    onDone: (_, email) => clearSent(form, { email }),
    stale: [staffQuery.queryKey],
    failed: t('grantFailed'),
  });
  return (
    <HeadedCard
      id="grant"
      title={t('add')}
      className="grid gap-4"
      text={<p className="mt-1 max-w-prose text-muted">{t('addText')}</p>}
    >
      <form
        noValidate
        className="grid max-w-3xl items-start gap-4 sm:grid-cols-2"
        onSubmit={form.handleSubmit(({ email }) => grant.mutate(email))}
      >
        <TextField
          control={form.control}
          name="email"
          type="email"
          label={t('email')}
          autoComplete="off"
          maxLength={EMAIL_MAX_LENGTH}
        />
        <RoleSelect value={role} onRole={setRole} />
        <Button type="submit" loading={grant.isPending} className="justify-self-start">
          {t('grant')}
        </Button>
      </form>
    </HeadedCard>
  );
}
