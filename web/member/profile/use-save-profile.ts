import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import * as z from 'zod/mini';
import { fault } from '#contract/faults.ts';
import type { Member } from '#contract/member.ts';
import { email, name, newPassword } from '#contract/rules.ts';
import { useStateToast } from '#ui/use-state-toast.ts';
import { SESSIONS_KEY } from '#web/member/security/sessions-query.ts';
import { call } from '#web/shared/api/call.ts';
import { keepMember } from '#web/shared/api/keep-member.ts';
import { keys } from '#web/shared/api/queries.ts';
import { site } from '#web/shared/api/site.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useUnheard } from '#web/shared/api/use-unheard.ts';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { regainPush } from '#web/shared/push/continue-push.ts';
import { keepPendingEmail } from './pending-email.ts';
import { readablePhone } from './phone.ts';

/** The password fields count only together: empty ones keep the password. */
const rulesOf = (minimum: number) =>
  z
    .object({
      username: name,
      email,
      phone: z.string(),
      currentPassword: z.string(),
      newPassword: z.union([z.literal(''), newPassword(minimum)], {
        error: fault('passwordLength'),
      }),
      confirmPassword: z.string(),
    })
    .check(
      z.refine((values) => values.newPassword === '' || values.currentPassword !== '', {
        error: fault('required'),
        path: ['currentPassword'],
      }),
    );
type ProfileValues = z.infer<ReturnType<typeof rulesOf>>;

/**
 * The form of the profile and its saving. `onSaved` is called after saving, with the new address if it still has to be
 * confirmed by a code.
 */
export function useSaveProfile(member: Member, onSaved: (unconfirmedEmail: string | undefined) => void) {
  const t = useT('account');
  const queryClient = useQueryClient();
  const minimum = site().passwordMinLength;
  const form = useRuledForm<ProfileValues>(
    useMemo(() => rulesOf(minimum), [minimum]),
    {
      username: member.username,
      email: member.email,
      phone: member.phone ? readablePhone(member.phone) : '',
      currentPassword: '',
      newPassword: '',
      confirmPassword: '',
    },
  );
  const send = ({ currentPassword, newPassword, ...values }: ProfileValues) => {
    const password = newPassword ? { currentPassword, newPassword } : {};
    const body = { ...changedOf(values, form.formState.defaultValues ?? {}), ...password };
    return call('PATCH /api/user/profile', { body });
  };
  const save = useCallMutation(
    // The new password may be the current one by now.
    useUnheard('wrong_password', send, (values) => send({ ...values, currentPassword: values.newPassword })),
    {
      fresh: true,
      form,
      passwordField: 'newPassword',
      fieldOfCode: { wrong_password: 'currentPassword' },
      done: ({ emailChange }, values) =>
        emailChange
          ? { title: t('addressWaits'), description: t('addressWaitsText', { email: values.email }) }
          : {
              title: t('updated'),
              description: values.newPassword ? t('passwordChangedText') : t('updatedText'),
            },
      onDone: async ({ user, emailChange }, values) => {
        keepMember(queryClient, user);
        // The name may be what an issuer needed.
        if (user.name !== member.name) void queryClient.invalidateQueries({ queryKey: keys.rewards });
        if (emailChange) keepPendingEmail(user.id, values.email);
        onSaved(emailChange ? values.email : undefined);
        if (!values.newPassword) return;
        regainPush(queryClient);
        await queryClient.invalidateQueries({ queryKey: SESSIONS_KEY });
      },
      failed: (error, words) => ({
        title: t('updateFailed'),
        description: words.knownText(error) ? words.message(error) : t('updateFailedText'),
      }),
      tellsFieldErrors: true,
    },
  );

  const tellMismatch = useStateToast(form.formState.errors.confirmPassword !== undefined);
  /** Checks first that both new passwords are the same; if not, sends nothing. */
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    const { newPassword, confirmPassword } = form.getValues();
    if (newPassword && newPassword !== confirmPassword) {
      form.setError('confirmPassword', { message: fault('passwordsDiffer') }, { shouldFocus: true });
      return tellMismatch({ title: t('mismatch'), description: t('mismatchText'), tone: 'error' });
    }
    void form.handleSubmit((values) => save.mutate(values))();
  };
  return { form, save, submit };
}

const FACTS = ['username', 'email', 'phone'] as const;
type Facts = Pick<ProfileValues, (typeof FACTS)[number]>;

/** The fields that were changed in the form; the others may have been changed on another device. */
const changedOf = (values: Facts, before: Partial<Facts>): Partial<Facts> =>
  Object.fromEntries(
    FACTS.filter((fact) => values[fact] !== before[fact]).map((fact) => [fact, values[fact]]),
  );
