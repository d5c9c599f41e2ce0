import { randomUUID } from 'node:crypto';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import {
  createReward,
  type Redemption,
  readReward,
  requestRedemption,
  type Serving,
  uploadStock,
} from '#domain/redemption/index.ts';
import { giveGrants } from './captcha.ts';
import { createMember } from './factories.ts';
import { askForCard, REWARD_KEYS } from './redemption.ts';

/** A site where prepaid cards have a provider, and all other rewards come from a person or a stock. */
export const OWN_SERVING: Serving = {
  tiers: { '1USD': 'sandbox', '5USD': 'sandbox', '10USD': 'sandbox', '20USD': 'sandbox' },
  providers: [
    { id: 'sandbox', delivery: 'at_once', test: true },
    { id: 'manual', delivery: 'within_promise', own: 'person' },
    { id: 'stock', delivery: 'at_once', own: 'stock' },
  ],
};

/** What tests keep of a reward. */
interface AddedReward {
  id: string;
  adminId: string;
  amountCents: number;
}

/** An active food voucher of $2 from a stock, changed by `plan`. */
export async function addReward(
  database: Database,
  plan: Partial<Parameters<typeof createReward>[1]> = {},
): Promise<AddedReward> {
  const admin = await createMember(database, { isAdmin: true });
  const reward = await transactOn(database)((tx) =>
    createReward(
      tx,
      {
        kind: 'food_voucher',
        key: randomUUID(),
        title: 'Lunch',
        description: '',
        amountCents: 200,
        provider: 'stock',
        productIds: [],
        regions: [],
        status: 'active',
        ...plan,
      },
      OWN_SERVING,
    ),
  );
  return { id: reward.id, adminId: admin.id, amountCents: reward.amountCents };
}

/** Adds codes, one per line, to a reward's stock. */
export const addCodes = (
  database: Database,
  { id: rewardId, adminId, amountCents }: AddedReward,
  codes: readonly string[],
  dryRun = false,
) =>
  transactOn(database)((tx) =>
    uploadStock(
      tx,
      { rewardId, adminId, amountCents, csv: codes.join('\n'), dryRun },
      { keys: REWARD_KEYS, serving: OWN_SERVING },
    ),
  );

/** A member who already had their first redemption, with points and solved captchas for `grants` more. */
export async function knownMember(database: Database, points: number, grants = 1): Promise<string> {
  const { id } = await createMember(database, { points: points + 100 });
  await giveGrants(database, id, 'redemption', grants + 1);
  await transactOn(database)((tx) => askForCard(tx, { memberId: id, requestId: randomUUID() }));
  return id;
}

/** Requests a reward as this member. */
export const askForReward = (
  database: Database,
  memberId: string,
  rewardId: string,
  more: { country?: string; requestId?: string } = {},
): Promise<Redemption> =>
  transactOn(database)(async (tx) =>
    requestRedemption(
      tx,
      { memberId, requestId: randomUUID(), reward: await readReward(tx, { rewardId }), ...more },
      { thresholdPoints: 100, serving: OWN_SERVING, reviewHours: 48 },
    ),
  );
