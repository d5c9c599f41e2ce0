import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RewardPlan } from '#contract/rewards.ts';
import { toast } from '#ui/toast-store.ts';
import { call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { plannedRewardsQuery } from './rewards-query.ts';

/** Makes both lists of rewards be read again: the admins' and the members'. */
export function useRefreshRewards(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [plannedRewardsQuery.queryKey, keys.rewards].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    );
}

/** Changes some fields of a reward: `change.mutate({ status: 'paused' })`. */
export function useChangeReward(id: string) {
  const t = useT('rewards');
  const errors = useErrorText();
  const refresh = useRefreshRewards();
  return useMutation({
    mutationFn: (body: Partial<RewardPlan>) =>
      call('PATCH /api/admin/rewards/{id}', { params: { id }, body }),
    onSuccess: ({ status }) =>
      toast({ title: t('saved'), description: t(`savedText.${status}`), tone: 'success' }),
    onError: (error) => toast({ title: t('saveFailed'), description: errors.message(error), tone: 'error' }),
    onSettled: refresh,
  });
}

/** Puts the rewards into the order of these ids. */
export function useOrderRewards() {
  const t = useT('rewards');
  const errors = useErrorText();
  const refresh = useRefreshRewards();
  return useMutation({
    mutationFn: (ids: string[]) => call('PUT /api/admin/rewards/order', { body: { ids } }),
    onError: (error) => toast({ title: t('orderFailed'), description: errors.message(error), tone: 'error' }),
    // Also after a failure: another admin may have added one.
    onSettled: refresh,
  });
}
