import { Outlet } from '@tanstack/react-router';
import { useLive } from './api/live.ts';
import { useUser } from './api/queries.ts';
import { useT } from './language/language.tsx';
import { useReward } from './language/reward.ts';
import { toast } from './ui/toast.tsx';

/** Around every screen of a member: keeps balance and lists live, and tells of points that arrive. */
export function MemberLayout() {
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
  return useUser() ? <Outlet /> : null;
}
