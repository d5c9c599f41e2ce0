import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { screenAt } from '#contract/wording.values.ts';
import { dismissToast, toast } from '#ui/toast-store.ts';
import { call } from '#web/shared/api/call.ts';
import { useLive } from '#web/shared/api/live.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import type { AppRouter } from './routes.tsx';

/** What leaves a balance without its member, and is told. */
const TAKEN = new Set(['taken_back', 'adjusted', 'debt']);

/**
 * Keeps balance and lists live, and shows a toast when points arrive or are taken back, in the unit of the screen. For
 * members; renders nothing.
 */
export function LiveNews({ router }: { router: AppRouter }) {
  const t = useT('common');
  const screen = useRouterState({ router, select: ({ location }) => screenAt(location.pathname) });
  const reward = useReward(screen);
  const shown = useRef(0);
  const tell = (title: string, points: number, tone: 'success' | 'info') => {
    shown.current = toast({ title, description: t('creditText', { balance: reward.amount(points) }), tone });
  };
  useLive(({ points, change }) => {
    if (change > 0) return tell(t('creditTitle', { amount: reward.gain(change) }), points, 'success');
    // A redemption is told by its own dialog.
    void wasTaken(points).then((taken) => {
      if (taken) tell(t('takenTitle', { amount: reward.amount(-change) }), points, 'info');
    });
  });
  const { unit } = reward;
  const last = useRef(unit);
  useEffect(() => {
    // The screen counts in another unit than the toast, which was for the one before.
    if (last.current !== unit) dismissToast(shown.current);
    last.current = unit;
  }, [unit]);
  return null;
}

/** Whether the balance came to these points by something that its member did not do. */
async function wasTaken(points: number): Promise<boolean> {
  const entries = await call('GET /api/statement', { query: {} }).catch(() => []);
  const last = entries.find(({ balance }) => balance === points);
  return last !== undefined && TAKEN.has(last.kind);
}
