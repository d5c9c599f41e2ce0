import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { LiveEvents } from '#contract/live.ts';
import type { Member } from '#contract/member.ts';
import type { Wall } from '#contract/walls.ts';
import { call } from './call.ts';
import { keys, useUser } from './queries.ts';
import { type News, shareStream } from './stream.ts';

/** What may have changed unheard. */
const LISTS = ['user', 'tasks', 'statement', 'started', 'missions', 'redemptions', 'rewards'] as const;

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
      return refresh('tasks', 'statement', 'started', 'missions');
    case 'redemption':
      return refresh('redemptions', 'rewards', 'statement', 'user');
    case 'address':
      return refresh('rewards', 'redemptions');
    case 'pause':
      return refresh('user', 'redemptions');
    case 'sharing':
      return readSharing(queryClient);
    // Points may have moved between reading the lists and hearing of changes, which begins once the page is idle.
    case 'joined':
      return refresh(...LISTS);
    case 'interrupted':
      await Promise.all([refresh(...LISTS), readSharing(queryClient)]);
  }
}

/**
 * Reads what the walls may be told of the member. A wall about which nothing else was decided keeps its address, which may be
 * another at each view: its frame would be loaded anew, and what the member does in it lost.
 */
async function readSharing(queryClient: QueryClient): Promise<void> {
  if (!queryClient.getQueryData(keys.walls)) return;
  const read = await call('GET /api/walls').catch(() => []);
  const decided = ({ memberCode, sharing }: Wall) =>
    // By the code, in case that another member has signed in meanwhile.
    read.find((wall) => wall.memberCode === memberCode && wall.sharing?.shares !== sharing?.shares);
  queryClient.setQueryData<Wall[]>(keys.walls, (walls) => walls?.map((wall) => decided(wall) ?? wall));
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
