import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toast } from '#ui/toast-store.ts';
import { useLive } from '#web/shared/api/live.ts';
import { useUser } from '#web/shared/api/queries.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

/** The layout of every screen of a member: keeps balance and lists live, and shows a toast when points arrive. */
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
  const member = useUser();
  const router = useRouter();
  useEffect(() => {
    // The session ended while a screen was shown: the guard redirects to the sign-in.
    if (!member) void router.invalidate();
  }, [member, router]);
  return member ? <Outlet /> : null;
}
