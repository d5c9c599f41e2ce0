import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { adminQuery } from '#web/admin/parts/admin-query.ts';
import { isUnderWay } from '#web/admin/parts/under-way.ts';
import { useReadAllAgain } from '#web/admin/parts/use-read-again.ts';

/** How often a new award is asked for, and for how long: a card that takes longer may take days. */
const ASK_MS = 2_000;
const FOLLOW_MS = 120_000;

/** Follows a new award until its card is issued or refused, and then reads the figures and lists again. */
export function useFollowAward(): (id: string) => void {
  const readAllAgain = useReadAllAgain();
  const [followed, setFollowed] = useState<{ id: string; since: number }>();
  const { data } = useQuery({
    ...adminQuery('GET /api/admin/awards'),
    enabled: followed !== undefined,
    refetchInterval: () => (followed && Date.now() - followed.since < FOLLOW_MS ? ASK_MS : false),
  });
  const status = data?.find(({ id }) => id === followed?.id)?.status;
  useEffect(() => {
    if (status === undefined || isUnderWay({ status })) return;
    setFollowed(undefined);
    void readAllAgain();
  }, [status, readAllAgain]);
  return (id) => setFollowed({ id, since: Date.now() });
}
