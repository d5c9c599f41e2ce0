import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { CardTier, RewardKind, RewardStatus } from '#contract/rewards.values.ts';
import type { Translations } from '#contract/translations.ts';
import type { Database, Tx } from '#database/client.ts';
import { fixed } from '#database/fixed.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { ProviderTraits } from '#domain/redemption/ports.ts';

/** What points are redeemed for. A reward's price is `amountCents` points: 100 points are one dollar. */
export interface Reward {
  id: string;
  kind: RewardKind;
  /** The tier of a prepaid card. */
  key: string;
  title: string;
  description: string;
  /** Whole US cents. */
  amountCents: number;
  /** Null, only for prepaid cards: the provider of the tier. */
  provider: string | null;
  /** The provider's ids of the products that the member can choose from; empty for its standard. */
  productIds: string[];
  /** Countries (ISO 3166-1 alpha-2) where the reward can be used; empty for no limit. */
  regions: string[];
  translations: Translations;
  /** SHA-256 of its picture; null for the drawing of its kind. */
  pictureHash: string | null;
  status: RewardStatus;
}

/** Which provider makes which reward. */
export interface Serving {
  /** Id of the provider of each tier whose reward names no provider: the setting PAYOUT_PROVIDER. */
  tiers: Record<CardTier, string>;
  /** The providers that are set up on this site. */
  providers: readonly ProviderTraits[];
}

/** The columns of `rewards` that make a Reward. */
export const rewardColumns = [
  'rewards.id',
  'rewards.kind',
  'rewards.key',
  'rewards.title',
  'rewards.description',
  'rewards.amountCents',
  'rewards.provider',
  'rewards.productIds',
  'rewards.regions',
  'rewards.translations',
  'rewards.pictureHash',
  'rewards.status',
] as const;

/** 72 bits of the digest, in base64url. */
const TERMS_CHARS = 12;

/** A member names a reward by its id or, for a prepaid card, by its tier. */
export type RewardChoice = { rewardId: string } | { cardTier: CardTier };

/** The chosen reward, in any status. Throws Refusal not_found. */
export async function readReward(database: Database | Tx, choice: RewardChoice): Promise<Reward> {
  const [reward] = await readRewards(database, [choice]);
  if (!reward) throw new Refusal('not_found');
  return reward;
}

/** The reward of each choice, in any status; undefined where there is none. */
export async function readRewards(
  database: Database | Tx,
  choices: readonly RewardChoice[],
): Promise<(Reward | undefined)[]> {
  const rows = (await chosenRewards(
    database,
    choices.flatMap((choice) => ('rewardId' in choice ? choice.rewardId : [])),
    choices.flatMap((choice) => ('cardTier' in choice ? choice.cardTier : [])),
  )) as unknown as Reward[];
  return choices.map((choice) =>
    rows.find(({ id, key }) => ('rewardId' in choice ? id === choice.rewardId : key === choice.cardTier)),
  );
}

const chosenRewards = fixed((database, ids: string[], keys: string[]) =>
  database
    .selectFrom('rewards')
    .select(rewardColumns)
    .where(sql<boolean>`(id = any(${ids}::uuid[]) or key = any(${keys}::text[]))`),
);

/** Path at this site of the picture of a reward. */
export const pictureAddress = (hash: string | null): string | null => hash && `/pictures/${hash}.webp`;

/** The WebP of this SHA-256 (64 hexadecimal digits); undefined if no reward has it. */
export async function readRewardPicture(database: Database, hash: string): Promise<Uint8Array | undefined> {
  const row = await database
    .selectFrom('rewards')
    .select('picture')
    .where('pictureHash', '=', hash)
    .limit(1)
    .executeTakeFirst();
  return row?.picture ?? undefined;
}

/** The tier of a prepaid card; null for any other reward. */
export const tierOf = (reward: Pick<Reward, 'kind' | 'key'>): CardTier | null =>
  reward.kind === 'prepaid_card' ? (reward.key as CardTier) : null;

/** The properties that a redemption keeps, because the reward may change later. */
export const keptOf = (reward: Reward) => ({
  rewardId: reward.id,
  rewardKind: reward.kind,
  rewardTitle: reward.title,
  cardTier: tierOf(reward),
  amountCents: reward.amountCents,
  productIds: reward.productIds,
});

/**
 * A digest of what a member agrees to by redeeming the reward from this provider: all that the offer says, but for its
 * picture and its translations.
 */
export function termsOf(reward: Reward, { id }: ProviderTraits): string {
  const { description, regions } = reward;
  const terms = JSON.stringify([keptOf(reward), description, regions, id]);
  return hash('sha256', terms, 'base64url').slice(0, TERMS_CHARS);
}

/** The reward's present provider; undefined if it is not set up on this site. */
export function providerOf(
  serving: Serving,
  reward: Pick<Reward, 'kind' | 'key' | 'provider'>,
): ProviderTraits | undefined {
  const tier = tierOf(reward);
  const id = reward.provider ?? (tier && serving.tiers[tier]);
  return serving.providers.find((provider) => provider.id === id);
}

/** Keys of the active rewards whose provider is not set up. */
export async function rewardsWithoutProvider(database: Database, serving: Serving): Promise<string[]> {
  const rows = await database
    .selectFrom('rewards')
    .select(rewardColumns)
    .where('status', '=', 'active')
    .orderBy('position')
    .execute();
  return rows.filter((reward) => !providerOf(serving, reward)).map(({ key }) => key);
}
