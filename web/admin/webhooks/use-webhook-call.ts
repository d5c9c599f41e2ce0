import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { toast } from '#ui/toast-store.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { DELIVERIES, WEBHOOKS } from './webhooks-query.ts';

/** Calls about one webhook: a fresh sign-in where the server wants one, a toast, and what is shown of it read again. */
export function useWebhookCall(id: string) {
  const t = useT('webhooks');
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: [WEBHOOKS] }),
      queryClient.invalidateQueries({ queryKey: [DELIVERIES, id] }),
    ]);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ work }: { work: () => Promise<unknown>; done: string }) => freshly(work),
    onSuccess: (_, { done }) => {
      toast({ title: done, tone: 'success' });
      return refresh();
    },
    onError: (error) => {
      if (error instanceof Abandoned) return;
      toast({ title: t('failed'), description: errors.message(error), tone: 'error' });
    },
  });
  const act = useCallback((work: () => Promise<unknown>, done: string) => mutate({ work, done }), [mutate]);
  return { act, busy: isPending, refresh };
}
