import { Check, Clock3, Lock } from 'lucide';
import { Card } from '#ui/card.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/icon.tsx';
import { Amount } from '#ui/money.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import type { Tier } from './tiers.ts';

/** Names a tier: `long` is `3GB Data`, `$10.00 reward` or the operator's title; `short` leaves out the kind. */
export function useTierNames(): (tier: Tier) => { long: string; short: string } {
  const t = useT('earn');
  const value = useReward('redeem');
  return ({ data, offer }) => {
    if (data) return { long: t('tierData', { amount: data }), short: data };
    if (offer.kind !== 'prepaid_card') return { long: offer.title, short: offer.title };
    const short = value.goal(offer.amountUSD);
    return {
      long: t(value.unit === 'megabytes' ? 'tierData' : 'tierReward', { amount: short }),
      short,
    };
  };
}

/** The tiers with their price and what the member still needs. `paused`: the member cannot redeem now. */
export function TierList({ tiers, paused }: { tiers: readonly Tier[]; paused: boolean }) {
  const t = useT('earn');
  const reward = useReward('earn');
  const names = useTierNames();
  return (
    <section aria-labelledby="tiers" className="grid gap-3">
      <h2 id="tiers" className="font-bold text-lg">
        {t('tiers')}
      </h2>
      {/* Two columns, or one where they would be narrower than 8rem. */}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] gap-3">
        {tiers.map((tier) => (
          <Card
            as="li"
            key={tier.offer.id}
            tone={tier.missingPoints === 0 ? 'brand' : 'plain'}
            className="p-4 sm:p-5"
          >
            <p className="wrap-anywhere font-bold text-base sm:text-xl">
              <bdi data-reward>{names(tier).long}</bdi>
            </p>
            <Amount className={classes('text-sm', tier.missingPoints > 0 && 'text-muted')}>
              {reward.amount(tier.points)}
            </Amount>
            <Standing tier={tier} paused={paused} />
          </Card>
        ))}
      </ul>
    </section>
  );
}

/** What is missing; nothing is called unlocked that the server would refuse. */
function Standing({ tier: { missingPoints, afterFirst }, paused }: { tier: Tier; paused: boolean }) {
  const t = useT('earn');
  const reward = useReward('earn');
  const reached = missingPoints === 0;
  const waits = afterFirst ? 'afterFirst' : paused && 'reached';
  return (
    <p className="wrap-anywhere mt-2 flex items-center gap-1.5 font-semibold text-sm">
      <Icon of={reached ? (waits ? Clock3 : Check) : Lock} className="size-4 shrink-0" />
      {reached ? t(waits || 'unlocked') : t('locked', { amount: reward.amount(missingPoints) })}
    </p>
  );
}
