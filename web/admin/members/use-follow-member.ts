import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { queueQuery } from '#web/admin/parts/admin-query.ts';
import { useReadMemberAgain } from '#web/admin/parts/use-read-again.ts';

/**
 * Reads a member's page again when their balance or rewards have changed. The list of members tells of it, which costs
 * less to read than the page with its sums.
 */
export function useFollowMember(id: string): void {
  const readMemberAgain = useReadMemberAgain(id);
  const { data } = useQuery(
    queueQuery('GET /api/admin/users', {
      query: { search: id, order: 'created', direction: 'desc', limit: 1 },
    }),
  );
  const [row] = data ?? [];
  const standing = row && [row.points, row.cashRewardedUSD, row.lastRewardedAt].join();
  const before = useRef<string>(undefined);
  const readAgain = useEffectEvent(() => void readMemberAgain());
  useEffect(() => {
    if (standing === undefined) return;
    if (before.current !== undefined && before.current !== standing) readAgain();
    before.current = standing;
  }, [standing]);
}
