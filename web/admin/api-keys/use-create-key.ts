import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { KEY_SCOPES } from '#contract/api-keys.values.ts';
import { fault } from '#contract/faults.ts';
import { required } from '#contract/rules.ts';
import { toast } from '#ui/toast-store.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { call } from '#web/shared/api/call.ts';
import { useRuledForm, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { KEYS } from './api-keys-query.ts';

/** Days, as the options of a select have them. */
export const KEY_LIFETIMES = ['30', '90', '180', '365'] as const;

const RULES = z.object({
  name: required,
  scopes: z.array(z.enum(KEY_SCOPES)).check(z.minLength(1, fault('required'))),
  days: z.enum(KEY_LIFETIMES),
});
export type KeyValues = z.infer<typeof RULES>;

/** The form of a new key, and the call that makes it. */
export function useCreateKey() {
  const t = useT('apiKeys');
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const queryClient = useQueryClient();
  const form = useRuledForm<KeyValues>(RULES, { name: '', scopes: [], days: '90' });
  const showFields = useServerFieldErrors(form);
  const create = useMutation({
    mutationFn: ({ days, ...body }: KeyValues) =>
      freshly(() => call('POST /api/admin/keys', { body: { ...body, days: Number(days) } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [KEYS] }),
    onError: (error) => {
      if (error instanceof Abandoned || showFields(error)) return;
      toast({ title: t('createFailed'), description: errors.message(error), tone: 'error' });
    },
  });
  return { form, create };
}
