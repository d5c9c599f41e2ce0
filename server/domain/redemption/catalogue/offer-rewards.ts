import type { RewardOffer, Rewards } from '#contract/rewards.ts';
import { FIRST_CARD_TIER } from '#contract/rewards.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { translator } from '#domain/common/translated.ts';
import { readRecipient } from '#domain/redemption/request/billing-address.ts';
import { obstacleTo, priceOf, readStanding } from '#domain/redemption/request/eligibility.ts';
import { beginsWithCard, countryOf, usableIn } from '#domain/redemption/request/region.ts';
import { OPEN } from '#domain/redemption/states.ts';
import { soldOut } from '#domain/redemption/stock/stock.ts';
import {
  pictureAddress,
  providerOf,
  type Reward,
  rewardColumns,
  type Serving,
  termsOf,
  tierOf,
} from './rewards.ts';

/**
 * The rewards that the member can have now, and the obstacles to the others, in the member's language where they are translated. `country` is that of the member's network
 * address, `active` what `activeRewards` returned. Throws Refusal not_found for an unknown member.
 */
export async function offerRewards(
  database: Database,
  member: { id: string; country?: string | undefined },
  {
    thresholdPoints,
    serving,
    active,
  }: { thresholdPoints: number; serving: Serving; active: readonly Reward[] },
): Promise<Domain<Rewards>> {
  const standing = await readStanding(database, member.id);
  if (!standing) throw new Refusal('not_found');
  const country = countryOf(standing, member.country);
  const firstCard = active.find((reward) => tierOf(reward) === FIRST_CARD_TIER);
  const firstRedemption = standing.firstRedemption && beginsWithCard(firstCard, country);
  const served = active.flatMap((reward) => {
    const provider = providerOf(serving, reward);
    return provider ? [{ reward, provider }] : [];
  });
  const inStock = served.filter(({ provider }) => provider.own === 'stock');
  const gone = await soldOut(
    database,
    inStock.map(({ reward }) => reward),
  );
  const details = served.some(({ provider }) => provider.needsDetails)
    ? await readDetails(database, member.id)
    : undefined;
  const offers = served.map(({ reward, provider }): Domain<RewardOffer> => {
    const { id, kind, amountCents, regions } = reward;
    const said = translator(reward.translations, standing.language);
    const obstacle = obstacleTo(reward, { ...standing, firstRedemption }, thresholdPoints);
    const reason = !usableIn(regions, country) ? 'not_in_region' : gone.has(id) ? 'out_of_stock' : null;
    return {
      id,
      kind,
      amountCents,
      regions,
      title: said(reward.title),
      description: said(reward.description),
      cardTier: tierOf(reward),
      pricePoints: priceOf(reward),
      terms: termsOf(reward, provider),
      picture: pictureAddress(reward.pictureHash),
      delivery: provider.delivery,
      needsDetails:
        details !== undefined &&
        (details.missingFor.has(provider.id) || provider.needsDetails?.(details.recipient) === true),
      test: provider.test === true,
      unavailable: reason ?? obstacle?.code ?? null,
      missingPoints: reason ? 0 : (obstacle?.missing ?? 0),
    };
  });
  const cards = offers.filter(({ cardTier }) => cardTier !== null);
  return {
    thresholdPoints,
    firstRedemption,
    delivery: cards.every(({ delivery }) => delivery === 'at_once') ? 'at_once' : 'within_promise',
    test: cards.some(({ test }) => test),
    offers,
  };
}

/**
 * What providers are told of the member, and those that wait for details: they were given none, or did not take what they were
 * given.
 */
async function readDetails(database: Database, memberId: string) {
  const [recipient, waiting] = await Promise.all([
    readRecipient(database, memberId),
    database
      .selectFrom('cardRedemptions')
      .select('provider')
      .where('userId', '=', memberId)
      .where('status', 'in', OPEN)
      .where('reason', '=', 'details_needed')
      .execute(),
  ]);
  return { recipient, missingFor: new Set(waiting.map(({ provider }) => provider)) };
}

/** The rewards on offer, in the order of the list. */
export async function activeRewards(database: Database): Promise<readonly Reward[]> {
  const rows = await database
    .selectFrom('rewards')
    .select(rewardColumns)
    .where('status', '=', 'active')
    .orderBy('position')
    .orderBy('key')
    .execute();
  return rows as unknown as Reward[];
}
