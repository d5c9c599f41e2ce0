import { Clock3, Zap } from 'lucide-react';
import type { Rewards } from '#contract/redemption.ts';
import { type CardTier, REDEMPTION_PROMISE_HOURS } from '#contract/values.ts';
import { useT } from '../language/language.tsx';
import { classes } from '../ui/classes.ts';
import { Amount } from '../ui/money.tsx';
import { useRewardNames } from './use-reward-names.ts';

interface OfferChoiceProps {
  rewards: Rewards;
  chosen: CardTier | undefined;
  onChoose: (cardTier: CardTier) => void;
}

/** The cards to choose from. One that cannot be had now says why. */
export function OfferChoice({ rewards, chosen, onChoose }: OfferChoiceProps) {
  const t = useT('redeem');
  const names = useRewardNames();
  const atOnce = rewards.delivery === 'at_once';
  const Delivery = atOnce ? Zap : Clock3;
  return (
    <fieldset className="mt-4">
      <legend className="sr-only">{t('choose')}</legend>
      <div className="grid gap-3">
        {rewards.offers.map((offer) => {
          const { cardTier, unavailable } = offer;
          return (
            <label
              key={cardTier}
              className={classes(
                'flex min-h-18 flex-wrap items-center gap-x-3 gap-y-1 rounded-2xl border-2 px-3.5 py-3 transition-colors has-focus-visible:outline-3 has-focus-visible:outline-brand has-focus-visible:outline-offset-2',
                unavailable
                  ? 'border-transparent bg-sunken text-muted'
                  : 'cursor-pointer border-line hover:border-muted has-checked:border-brand has-checked:bg-brand-soft has-checked:text-on-brand-soft',
              )}
            >
              <input
                type="radio"
                name="cardTier"
                value={cardTier}
                checked={chosen === cardTier}
                disabled={unavailable !== null}
                onChange={() => onChoose(cardTier)}
                className="size-5 shrink-0 accent-brand outline-none"
              />
              <span className="grow basis-36">
                <span className="block font-bold">
                  <Amount>{names.card(offer.amountUSD)}</Amount>
                </span>
                {unavailable ? (
                  <span className="block text-sm">
                    {t(`unavailable.${unavailable}`, { price: names.price(offer.missingPoints) })}
                  </span>
                ) : (
                  <span className="flex items-center gap-1.5 text-sm">
                    <Delivery aria-hidden="true" className="size-4 shrink-0" />
                    {atOnce ? t('deliveryAtOnce') : t('deliveryPromise', { hours: REDEMPTION_PROMISE_HOURS })}
                  </span>
                )}
              </span>
              <span className="ms-auto shrink-0 whitespace-nowrap font-bold">
                <Amount>{names.price(offer.pricePoints)}</Amount>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
