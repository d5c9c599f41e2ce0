import { Clock3, Zap } from 'lucide';
import { useId } from 'react';
import type { RewardOffer } from '#contract/rewards.ts';
import { REWARD_KINDS, type RewardKind } from '#contract/rewards.values.ts';
import { Badge } from '#ui/badge.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/icon.tsx';
import { RewardArt } from '#ui/illustrations/reward-art.tsx';
import { Amount } from '#ui/money.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useReward } from '#web/shared/language/reward.ts';
import { useRewardNames } from './use-reward-names.ts';

interface OfferChoiceProps {
  offers: RewardOffer[];
  /** The member's balance. */
  points: number;
  /** Id of the chosen offer. */
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

/** The rewards to choose from, grouped by kind. An unavailable one says why. */
export function OfferChoice({ offers, points, chosen, onChoose }: OfferChoiceProps) {
  const t = useT('redeem');
  const groups = REWARD_KINDS.map((kind) => ({
    kind,
    offers: offers.filter((offer) => offer.kind === kind),
  })).filter((group) => group.offers.length > 0);
  return (
    <div role="radiogroup" aria-label={t('choose')} className="mt-4 grid gap-5">
      {groups.map((group) => (
        <Group
          key={group.kind}
          {...group}
          alone={groups.length === 1}
          points={points}
          chosen={chosen}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

function Group({ kind, alone, ...choice }: OfferChoiceProps & { kind: RewardKind; alone: boolean }) {
  const t = useT('redeem.kinds');
  const { unit } = useReward('redeem');
  const heading = useId();
  return (
    <fieldset aria-labelledby={heading} className="grid min-w-0 gap-3">
      <h3 id={heading} className={alone ? 'sr-only' : 'font-semibold text-muted text-sm'}>
        {t(kind, { unit })}
      </h3>
      {choice.offers.map((offer) => (
        <Offer
          key={offer.id}
          offer={offer}
          points={choice.points}
          chosen={choice.chosen === offer.id}
          onChoose={() => choice.onChoose(offer.id)}
        />
      ))}
    </fieldset>
  );
}

interface OfferProps {
  offer: RewardOffer;
  points: number;
  chosen: boolean;
  onChoose: () => void;
}

function Offer({ offer, points, chosen, onChoose }: OfferProps) {
  const t = useT('redeem');
  const names = useRewardNames();
  const { unavailable, kind, missingPoints } = offer;
  const goal = points + missingPoints;
  const second = names.secondPrice(offer.pricePoints);
  return (
    <label
      className={classes(
        'flex min-h-18 flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border-2 px-3.5 py-3 transition-colors has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2',
        unavailable
          ? 'border-transparent bg-sunken text-muted'
          : 'cursor-pointer border-line hover:border-muted has-checked:border-brand has-checked:bg-brand-soft has-checked:text-on-brand-soft',
      )}
    >
      <input
        type="radio"
        name="reward"
        value={offer.id}
        checked={chosen}
        disabled={unavailable !== null}
        onChange={onChoose}
        className="size-5 shrink-0 accent-brand outline-none"
      />
      <RewardArt
        kind={kind}
        picture={offer.picture}
        className={classes('w-11', unavailable && 'opacity-60 grayscale')}
      />
      <span className="min-w-0 grow basis-36">
        <span className="wrap-anywhere block font-bold">
          <bdi>{names.reward(offer)}</bdi>
        </span>
        {kind !== 'prepaid_card' && (
          <span className="block text-sm">
            <Amount>{names.valued(kind, offer.amountUSD)}</Amount>
          </span>
        )}
        {unavailable ? (
          <span className="block text-sm">
            {t(`unavailable.${unavailable}`, { price: names.price(missingPoints) })}
            {missingPoints > 0 && (
              <>
                <progress aria-hidden="true" value={points} max={goal} className="w-full" />
                {t('progress', { amount: names.price(points), goal: names.price(goal) })}
              </>
            )}
          </span>
        ) : (
          <Delivery offer={offer} />
        )}
        {offer.regions.length > 0 && (
          <span className="block text-sm">
            {t('confirmWhere')}: {names.countries(offer.regions)}
          </span>
        )}
      </span>
      <span className="ms-auto grid shrink-0 justify-items-end">
        <Amount className="whitespace-nowrap font-bold">{names.price(offer.pricePoints)}</Amount>
        {second && <Amount className="whitespace-nowrap text-sm">{second}</Amount>}
        {offer.test && kind !== 'prepaid_card' && <Badge tone="accent">{t('testReward')}</Badge>}
      </span>
    </label>
  );
}

function Delivery({ offer }: Pick<OfferProps, 'offer'>) {
  const names = useRewardNames();
  const icon = offer.delivery === 'at_once' && !offer.needsDetails ? Zap : Clock3;
  return (
    <span className="flex items-center gap-1.5 text-sm">
      <Icon of={icon} className="size-4 shrink-0" />
      {names.delivery(offer)}
    </span>
  );
}
