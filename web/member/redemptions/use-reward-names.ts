import { useFormatter } from 'use-intl';
import { REDEMPTION_PROMISE_HOURS } from '#contract/redemptions.values.ts';
import type { RewardOffer } from '#contract/rewards.ts';
import type { RewardKind } from '#contract/rewards.values.ts';
import { serverNow } from '#web/shared/api/clock.ts';
import { isolated } from '#web/shared/language/isolate.ts';
import { useLanguage, useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

/** What names a reward: our own words for a prepaid card, the operator's title for all others. */
export interface NamedReward {
  kind: RewardKind;
  title: string;
  /** Whole US cents. */
  amountUSD: number;
}

const HOUR_MS = 3_600_000;
/** Within this many hours the name of a weekday is unambiguous. */
const WEEKDAY_HOURS = 6 * 24;

/** Names rewards by their value in the wording of the redemption, and writes prices as the screen does. */
export function useRewardNames() {
  const t = useT('redeem');
  const format = useFormatter();
  const { code, direction } = useLanguage();
  const reward = useReward('redeem');
  const balance = useReward();
  const valued = (kind: RewardKind, cents: number) =>
    t(`valued.${kind}`, { unit: reward.unit, amount: reward.amount(cents) });
  return {
    /** `$5.00 prepaid card`, or the title that the operator gave a premium reward. */
    reward: ({ kind, title, amountUSD }: NamedReward) =>
      kind === 'prepaid_card' ? valued(kind, amountUSD) : title,
    /** `$5.00 food voucher`. Whole US cents, which are points. */
    valued,
    amount: reward.amount,
    /** Points as the screen writes them. */
    price: balance.amount,
    /** The same in the second unit; null where `price` says what points are worth. */
    secondPrice: (points: number) => (balance.unit === 'points' ? null : balance.secondAmount(points)),
    /** When the reward of an offer comes. */
    delivery: ({ delivery, needsDetails }: Pick<RewardOffer, 'delivery' | 'needsDetails'>) => {
      if (needsDetails) return t('deliveryDetails');
      return delivery === 'at_once'
        ? t('deliveryAtOnce')
        : t('deliveryPromise', { hours: REDEMPTION_PROMISE_HOURS });
    },
    /** `Tuesday 2:00 PM` for the days of a promise; a later time with its date. */
    weekdayTime: (when: string) => {
      const time = { hour: 'numeric', minute: '2-digit' } as const;
      const hours = (Date.parse(when) - serverNow().getTime()) / HOUR_MS;
      const day =
        hours < WEEKDAY_HOURS
          ? ({ weekday: 'long' } as const)
          : ({ weekday: 'long', month: 'long', day: 'numeric' } as const);
      return isolated(format.dateTime(new Date(when), { ...day, ...time }), direction);
    },
    /** `Mexico and United States`, in this language. ISO 3166-1 alpha-2 codes. */
    countries: (regions: string[]) => {
      const names = new Intl.DisplayNames(code, { type: 'region' });
      return isolated(format.list(regions.map((region) => names.of(region) ?? region)), direction);
    },
  };
}
