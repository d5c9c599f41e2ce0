import { useFormatter } from 'use-intl';
import { useT } from '../language/language.tsx';
import { useReward } from '../language/reward.ts';

/** How rewards are named: what one gets in the redemption's wording, what it costs in the profile's. */
export function useRewardNames() {
  const t = useT('redeem');
  const format = useFormatter();
  const reward = useReward('redeem');
  const balance = useReward('profile');
  return {
    /** `$5.00 prepaid card`. Whole US cents, which are points. */
    card: (cents: number) => t('card', { unit: reward.unit, amount: reward.amount(cents) }),
    amount: reward.amount,
    /** Points as the balance on the profile counts them. */
    price: balance.amount,
    /** `Tuesday 2:00 PM`: precise enough for the 48 hours that we promise. */
    weekdayTime: (when: string) =>
      format.dateTime(new Date(when), { weekday: 'long', hour: 'numeric', minute: '2-digit' }),
  };
}
