import { Check, Lock } from 'lucide';
import { Card } from '#ui/card.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/icon.tsx';
import { Amount } from '#ui/money.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';

interface Tier {
  points: number;
  /** The tier's name if rewards are data. */
  gigabytes: string;
}

/** The two tiers of this screen. The specification names their data; the names do not follow the value of a point. */
export const TIERS = [
  { points: 1000, gigabytes: '3GB' },
  { points: 1500, gigabytes: '5GB' },
] as const satisfies Tier[];

/** Names a tier in this screen's wording: `3GB`, or `$10.00`. */
export function useTierName(): (tier: Tier) => string {
  const reward = useReward('earn');
  return (tier) => (reward.unit === 'megabytes' ? tier.gigabytes : reward.goal(tier.points));
}

/** The tiers with their price and whether the member has reached them. */
export function TierList({ points }: { points: number }) {
  const t = useT('earn');
  const reward = useReward('earn');
  const tierName = useTierName();
  return (
    <section aria-labelledby="tiers" className="grid gap-3">
      <h2 id="tiers" className="font-bold font-display text-lg">
        {t('tiers')}
      </h2>
      <ul className="grid grid-cols-2 gap-3">
        {TIERS.map((tier) => {
          const reached = points >= tier.points;
          const icon = reached ? Check : Lock;
          return (
            <Card as="li" key={tier.points} tone={reached ? 'brand' : 'plain'} className="p-4 sm:p-5">
              <p className="font-bold font-display text-xl">
                {t(reward.unit === 'megabytes' ? 'tierData' : 'tierReward', { amount: tierName(tier) })}
              </p>
              <Amount className={classes('text-sm', !reached && 'text-muted')}>
                {reward.amount(tier.points)}
              </Amount>
              <p className="mt-2 flex items-center gap-1.5 font-semibold text-sm">
                <Icon of={icon} className="size-4 shrink-0" />
                {reached ? t('unlocked') : t('locked', { amount: reward.amount(tier.points - points) })}
              </p>
            </Card>
          );
        })}
      </ul>
    </section>
  );
}
