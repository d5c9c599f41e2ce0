import { useEffect } from 'react';
import type { Member } from '#contract/member.ts';
import { Button } from '#ui/button.tsx';
import { StrengthMeter } from '#web/member/security/strength-meter.tsx';
import { EmailField, PasswordField, TextField } from '#web/shared/forms/fields.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useSaveProfile } from './use-save-profile.ts';

interface EditFormProps {
  member: Member;
  onSaved: (unconfirmedEmail: string | undefined) => void;
  onCancel: () => void;
}

export function EditForm({ member, onSaved, onCancel }: EditFormProps) {
  const t = useT('account');
  const { form, save, submit } = useSaveProfile(member, onSaved);
  const { setFocus } = form;
  useEffect(() => setFocus('username'), [setFocus]);
  return (
    <form noValidate className="mt-4 grid gap-5" onSubmit={submit}>
      <TextField control={form.control} name="username" label={t('username')} autoComplete="nickname" />
      <EmailField
        control={form.control}
        name="email"
        label={t('email')}
        hint={t('emailHint')}
        autoComplete="email"
      />
      <TextField
        control={form.control}
        name="phone"
        label={t('phoneOptional')}
        hint={t('phoneHint')}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
      />
      {member.hasPassword && <PasswordFields form={form} />}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="quiet" disabled={save.isPending} onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

function PasswordFields({ form }: Pick<ReturnType<typeof useSaveProfile>, 'form'>) {
  const t = useT('account');
  const toggle = { showLabel: t('showPassword'), hideLabel: t('hidePassword') };
  return (
    <fieldset className="grid gap-5 border-line border-t pt-5">
      <legend className="sr-only">{t('changePassword')}</legend>
      <div>
        <p aria-hidden="true" className="font-bold">
          {t('changePassword')}
        </p>
        <p className="text-muted text-sm">{t('changePasswordText')}</p>
      </div>
      <PasswordField
        control={form.control}
        name="currentPassword"
        label={t('currentPassword')}
        autoComplete="current-password"
        {...toggle}
      />
      <div className="grid gap-3">
        <PasswordField
          control={form.control}
          name="newPassword"
          label={t('newPassword')}
          autoComplete="new-password"
          {...toggle}
        />
        <StrengthMeter password={form.watch('newPassword')} />
      </div>
      <PasswordField
        control={form.control}
        name="confirmPassword"
        label={t('confirmPassword')}
        autoComplete="new-password"
        {...toggle}
      />
    </fieldset>
  );
}
