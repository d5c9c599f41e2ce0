import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '#contract/index.ts';
import { toast } from '#ui/toast-store.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { call } from '#web/shared/api/call.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { fulfilmentsQuery } from './fulfilments-query.ts';

export type HandMade = CallInput<'POST /api/admin/fulfilments/{id}/fulfil'>['body'];

/** What an admin does with one redemption of the queue. The queue is read again after each, also when it failed. */
export function useFulfilmentCalls(id: string) {
  const params = { id };
  return {
    claim: useWork(() => call('POST /api/admin/fulfilments/{id}/claim', { params })),
    release: useWork(() => call('POST /api/admin/fulfilments/{id}/release', { params })),
    fulfil: useWork((body: HandMade) => call('POST /api/admin/fulfilments/{id}/fulfil', { params, body })),
  };
}

/** Makes the queue be read again. */
export function useRefreshQueue(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: fulfilmentsQuery.queryKey });
}

function useWork<Input = void>(work: (input: Input) => Promise<unknown>) {
  const t = useT('fulfilment');
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const refresh = useRefreshQueue();
  return useMutation({
    mutationFn: (input: Input) => freshly(() => work(input)),
    onError: (error) => {
      if (error instanceof Abandoned) return;
      // Usually somebody else was faster, and the message says who.
      toast({ title: t('failed'), description: errors.text(error), tone: 'error' });
    },
    onSettled: refresh,
  });
}
