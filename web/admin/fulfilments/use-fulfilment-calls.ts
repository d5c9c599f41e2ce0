import type { FieldValues } from 'react-hook-form';
import { inWords } from '#web/admin/parts/in-words.ts';
import { call } from '#web/shared/api/call.ts';
import { type CallMutationOptions, useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { fulfilmentsQuery } from './fulfilments-query.ts';

/** Calls that assign a redemption of the queue to the admin, and give it back. */
export function useFulfilmentCalls(id: string) {
  const params = { id };
  return {
    assign: useFulfilmentCall(() => call('POST /api/admin/fulfilments/{id}/claim', { params })),
    release: useFulfilmentCall(() => call('POST /api/admin/fulfilments/{id}/release', { params })),
  };
}

/** A call about one redemption of the queue; the queue is read again afterwards, also after a failure. */
export function useFulfilmentCall<Output, Input = void, Values extends FieldValues = FieldValues>(
  send: (input: Input) => Promise<Output>,
  options?: CallMutationOptions<Output, Input, Values>,
) {
  const t = useT('fulfilment');
  return useCallMutation(send, {
    ...options,
    fresh: true,
    failed: inWords(t('failed')),
    staleAnyway: [fulfilmentsQuery.queryKey],
  });
}
