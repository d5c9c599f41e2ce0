import type { RewardPlan } from '#contract/rewards.ts';
import { call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { plannedRewardsQuery, stockQuery } from './rewards-query.ts';

/** Both lists of rewards: the admins' and the members'. */
export const REWARD_LISTS = [plannedRewardsQuery.queryKey, keys.rewards];
/** Queries that a change of a reward's codes affects. */
export const stockKeys = (id: string) => [stockQuery(id).queryKey, ...REWARD_LISTS];

/** Changes some fields of a reward: `change.mutate({ status: 'paused' })`. */
export function useChangeReward(id: string) {
  const t = useT('rewards');
  const send = (body: Partial<RewardPlan>) => call('PATCH /api/admin/rewards/{id}', { params: { id }, body });
  return useCallMutation(send, {
    done: ({ status }) => ({ title: t('saved'), description: t(`savedText.${status}`) }),
    failed: t('saveFailed'),
    staleAnyway: REWARD_LISTS,
  });
}

/** Orders the rewards by this list of ids. */
export function useOrderRewards() {
  const t = useT('rewards');
  return useCallMutation((ids: string[]) => call('PUT /api/admin/rewards/order', { body: { ids } }), {
    failed: t('orderFailed'),
    // Another admin may have added a reward.
    staleAnyway: REWARD_LISTS,
  });
}
