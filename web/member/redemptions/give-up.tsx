import type { Redemption } from '#contract/redemptions.ts';
import { Button } from '#ui/button.tsx';
import { call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useRewardNames } from './use-reward-names.ts';

/** Takes the points of a redemption back that waits for its member's details. */
export function GiveUp({ redemption: { id, pointsUsed } }: { redemption: Redemption }) {
  const t = useT('redeem');
  const names = useRewardNames();
  const end = useCallMutation(() => call('POST /api/redemptions/{id}/end', { params: { id } }), {
    done: ({ ended }) =>
      ended ? { title: t('pointsBack', { amount: names.price(pointsUsed) }) } : undefined,
    stale: [keys.redemptions, keys.rewards, keys.user],
    failed: t('refusedTitle'),
  });
  return (
    <Button size="small" variant="quiet" loading={end.isPending} onClick={() => end.mutate()}>
      {t('giveUp')}
    </Button>
  );
}
