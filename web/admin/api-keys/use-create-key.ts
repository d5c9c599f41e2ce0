import * as z from 'zod/mini';
import { KEY_SCOPES } from '#contract/api-keys.values.ts';
import { fault } from '#contract/faults.ts';
import { required } from '#contract/rules.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { apiKeysQuery } from './api-keys-query.ts';

/** Days, as values of a select. */
export const KEY_LIFETIMES = ['30', '90', '180', '365'] as const;

const RULES = z.object({
  name: required,
  scopes: z.array(z.enum(KEY_SCOPES)).check(z.minLength(1, fault('required'))),
  days: z.enum(KEY_LIFETIMES),
});
export type KeyValues = z.infer<typeof RULES>;

/** The form of a new key, and the call that creates it. */
export function useCreateKey() {
  const t = useT('apiKeys');
  const form = useRuledForm<KeyValues>(RULES, { name: '', scopes: [], days: '90' });
  const send = ({ days, ...body }: KeyValues) =>
    call('POST /api/admin/keys', { body: { ...body, days: Number(days) } });
  const create = useCallMutation(send, {
    form,
    fresh: true,
    staleAnyway: [apiKeysQuery.queryKey],
    failed: t('createFailed'),
    unheard: t('createUnheard'),
  });
  return { form, create };
}
