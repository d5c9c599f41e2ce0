import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { LiveEvents } from '#contract/live.ts';
import type { Member } from '#contract/member.ts';
import { keys, useUser } from './queries.ts';
import { readWalls } from './read-walls.ts';
import { type News, shareStream } from './stream.ts';

/** What may have changed unheard. */
const LISTS = [
  'user',
  'tasks',
  'statement',
  'started',
  'missions',
  'claims',
  'redemptions',
  'rewards',
] as const;

/** Applies an event to the cache. */
export async function applyNews(queryClient: QueryClient, news: News): Promise<void> {
  const refresh = async (...names: (keyof typeof keys)[]) => {
    await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: keys[name] })));
  };
  switch (news.type) {
    case 'balance': {
      // A read of the member that is under way may be older than this event and would overwrite it.
      const isRead = queryClient.isFetching({ queryKey: keys.user }) > 0;
      queryClient.setQueryData<Member | null>(
        keys.user,
        (member) => member && { ...member, points: news.data.points },
      );
      return isRead
        ? refresh('rewards', 'statement', 'started', 'user')
        : refresh('rewards', 'statement', 'started');
    }
    case 'tasks':
      // The days on which they were active, which the next screen that shows the member reads. A read for each credit is too many.
      await queryClient.invalidateQueries({ queryKey: keys.user, refetchType: 'none' });
      return refresh('tasks', 'statement', 'started', 'missions', 'claims');
    case 'redemption':
      return refresh('redemptions', 'rewards', 'statement', 'user');
    case 'address':
      return refresh('rewards', 'redemptions');
    case 'pause':
      return refresh('user', 'redemptions');
    case 'sharing':
    case 'walls':
      return readWalls(queryClient);
    // Between reading the lists and hearing of changes, which begins once the page is idle, they may have changed as well.
    case 'joined':
    case 'interrupted':
      await Promise.all([refresh(...LISTS), readWalls(queryClient)]);
  }
}

/** Keeps the member's balance and lists live while the component is shown. */
export function useLive(onBalance: (balance: LiveEvents['balance']) => void): void {
  const queryClient = useQueryClient();
  const memberId = useUser()?.id;
  const hear = useEffectEvent((news: News) => {
    void applyNews(queryClient, news);
    if (news.type === 'balance') onBalance(news.data);
  });
  useEffect(() => {
    if (!memberId) return;
    return shareStream(memberId, hear);
  }, [memberId]);
}
