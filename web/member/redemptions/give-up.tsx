import { useQueryClient } from '@tanstack/react-query';
import type { Redemption } from '#contract/redemptions.ts';
import { Button } from '#ui/button.tsx';
import { call } from '#web/shared/api/call.ts';
import { mayHaveBeenDone } from '#web/shared/api/may-have-been-done.ts';
import { keys } from '#web/shared/api/queries.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { isOpen } from './is-open.ts';
import { useRewardNames } from './use-reward-names.ts';

/** Takes the points of a redemption back that waits for its member's details. */
export function GiveUp({ redemption: { id, pointsUsed } }: { redemption: Redemption }) {
  const t = useT('redeem');
  const names = useRewardNames();
  const queryClient = useQueryClient();
  const tryEnd = async (): Promise<'ended' | 'sought' | 'wentOn'> => {
    let unheard: unknown;
    try {
      const { ended } = await call('POST /api/redemptions/{id}/end', { params: { id } });
      if (ended) return 'ended';
    } catch (error) {
      if (!mayHaveBeenDone(error)) throw error;
      unheard = error;
    }
    // Another device or the worker may have been faster, so only the list says what became of it.
    await queryClient.invalidateQueries({ queryKey: keys.redemptions });
    const known = queryClient.getQueryData<Redemption[]>(keys.redemptions)?.find((one) => one.id === id);
    if (known?.status === 'failed') return 'ended';
    if (unheard) throw unheard;
    // What goes on to a reward has a promise again.
    return known && isOpen(known) && known.promisedBy === null ? 'sought' : 'wentOn';
  };
  const told = {
    ended: { title: t('pointsBack', { amount: names.price(pointsUsed) }) },
    sought: { title: t('review'), description: t('held'), tone: 'info' },
    // The card says it.
    wentOn: undefined,
  } as const;
  const end = useCallMutation(tryEnd, {
    done: (outcome) => told[outcome],
    staleAnyway: [keys.redemptions, keys.rewards, keys.user],
    failed: t('refusedTitle'),
    unheard: t('unanswered'),
  });
  return (
    <Button size="small" variant="quiet" loading={end.isPending} onClick={() => end.mutate()}>
      {t('giveUp')}
    </Button>
  );
}
