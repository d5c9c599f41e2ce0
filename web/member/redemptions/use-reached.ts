import { useQuery } from '@tanstack/react-query';
import type { Member } from '#contract/member.ts';
import type { Rewards } from '#contract/rewards.ts';
import { rewardsQuery } from '#web/shared/api/queries.ts';
import { site } from '#web/shared/api/site.ts';

/** Whether the balance is enough to redeem, and for a reward that this member can have, as far as that is known. */
export function useReached({ points }: Pick<Member, 'points'>): boolean {
  const enough = points >= site().redemptionThresholdPoints;
  const { data } = useQuery({ ...rewardsQuery, enabled: enough });
  return enough && (!data || buysOne(data, points));
}

/** Whether nothing but points, of which there may be more by now, stands against one of the rewards. */
export const buysOne = ({ offers }: Pick<Rewards, 'offers'>, points: number): boolean =>
  offers.some(
    ({ pricePoints, unavailable, missingPoints }) =>
      pricePoints <= points && (unavailable === null || missingPoints > 0),
  );
