import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#ui/toast-store.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { call } from '#web/shared/api/call.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { reviewsQuery } from './reviews-query.ts';

/** What an admin does with one review. The queue is read again after each, also when it failed. */
export function useReviewCalls(id: string) {
  const t = useT('reviews');
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const queryClient = useQueryClient();
  const params = { id };
  const refresh = () => queryClient.invalidateQueries({ queryKey: reviewsQuery.queryKey });
  const shared = {
    onError: (error: Error) => {
      if (error instanceof Abandoned) return;
      // Usually somebody else was faster, and the message says who.
      toast({ title: t('failed'), description: errors.text(error), tone: 'error' });
    },
    onSettled: refresh,
  };
  const pay = useMutation({
    ...shared,
    mutationFn: () =>
      freshly(() => call('POST /api/admin/reviews/{id}/decision', { params, body: { decision: 'pay' } })),
    onSuccess: () => toast({ title: t('done.pay'), tone: 'success' }),
  });
  const take = useMutation({
    ...shared,
    mutationFn: (taken: boolean) => call('PUT /api/admin/reviews/{id}/owner', { params, body: { taken } }),
  });
  return { pay, take, refresh };
}
