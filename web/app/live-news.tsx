import { toast } from '#ui/toast-store.ts';
import { useLive } from '#web/shared/api/live.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

/** Keeps balance and lists live, and shows a toast when points arrive. For members; renders nothing. */
export function LiveNews() {
  const t = useT('common');
  const reward = useReward('dashboard');
  useLive(({ points, change }) => {
    if (change <= 0) return;
    toast({
      title: t('creditTitle', { amount: reward.gain(change) }),
      description: t('creditText', { balance: reward.amount(points) }),
      tone: 'success',
    });
  });
  return null;
}
