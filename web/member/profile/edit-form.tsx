import { useEffect } from 'react';
import type { Member } from '#contract/member.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField, TextField } from '#ui/field.tsx';
import { StrengthMeter } from '#web/member/security/strength-meter.tsx';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useSaveProfile } from './use-save-profile.ts';

interface EditFormProps {
  member: Member;
  onSaved: (unconfirmedEmail: string | undefined) => void;
  onCancel: () => void;
}

/** Name, address, phone and password of the member. */
export function EditForm({ member, onSaved, onCancel }: EditFormProps) {
  const t = useT('account');
  const faultText = useFaultText();
  const { form, save, submit } = useSaveProfile(member, onSaved);
  const { errors: bad } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('username'), [setFocus]);
  return (
    <form noValidate className="mt-4 grid gap-5" onSubmit={submit}>
      <TextField
        label={t('username')}
        autoComplete="nickname"
        error={faultText(bad.username?.message)}
        {...form.register('username')}
      />
      <TextField
        label={t('email')}
        hint={t('emailHint')}
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        error={faultText(bad.email?.message)}
        {...form.register('email')}
      />
      <TextField
        label={t('phoneOptional')}
        hint={t('phoneHint')}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        error={faultText(bad.phone?.message)}
        {...form.register('phone')}
      />
      <PasswordFields form={form} />
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
  const faultText = useFaultText();
  const { errors: bad } = form.formState;
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
        label={t('currentPassword')}
        autoComplete="current-password"
        error={faultText(bad.currentPassword?.message)}
        {...toggle}
        {...form.register('currentPassword')}
      />
      <div className="grid gap-3">
        <PasswordField
          label={t('newPassword')}
          autoComplete="new-password"
          error={faultText(bad.newPassword?.message)}
          {...toggle}
          {...form.register('newPassword')}
        />
        <StrengthMeter password={form.watch('newPassword')} />
      </div>
      <PasswordField
        label={t('confirmPassword')}
        autoComplete="new-password"
        error={faultText(bad.confirmPassword?.message)}
        {...toggle}
        {...form.register('confirmPassword')}
      />
    </fieldset>
  );
}
