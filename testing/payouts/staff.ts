import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import {
  assignFulfilment,
  fulfilByHand,
  listFulfilments,
  type RewardKeys,
  refuseFulfilment,
  type Serving,
  uploadStock,
} from '#domain/redemption/index.ts';
import { diceOf } from '#testing/seed.ts';
import { refusedCall } from './unlucky-sandbox.ts';

/**
 * An admin at the queue of fulfilments, in the process of the workers, so that kills interrupt decisions and uploads too.
 * After a kill the next process repeats them: files are uploaded again, decisions are tried again.
 */
export interface StaffPlan {
  adminId: string;
  rewardId: string;
  /** Hex. */
  seal: string;
  fingerprint: string;
  seed: number;
  /** Seed that decides which redemptions are refused, the same in each process. */
  refusals: number;
  /** The number of files of codes to upload. */
  files: number;
  /** Longest pause between two actions. */
  pauseMsMax: number;
}

/** Codes in a file. */
export const FILE_CODES = 4;
/** Share of the redemptions waiting for a code that get one from the admin. */
const BY_HAND_SHARE = 0.1;

export const keysOf = (plan: Pick<StaffPlan, 'seal' | 'fingerprint'>): RewardKeys => ({
  seal: Buffer.from(plan.seal, 'hex'),
  fingerprint: Buffer.from(plan.fingerprint, 'hex'),
});

/** A site where every card comes from a stock. */
export const STOCK_SERVING: Serving = {
  tiers: { '1USD': 'stock', '5USD': 'stock', '10USD': 'stock', '20USD': 'stock' },
  providers: [{ id: 'stock', delivery: 'at_once', own: 'stock' }],
};

/** Decides and uploads until the process ends. */
export async function workAsStaff(database: Database, transact: Transact, plan: StaffPlan): Promise<never> {
  const dice = diceOf(plan.seed, 'staff');
  for (;;) {
    await sleep(dice.below(plan.pauseMsMax));
    const queue = await listFulfilments(database, plan.adminId, STOCK_SERVING);
    if (queue.length === 0) continue;
    const { redemptionId, waitsFor } = dice.pick(queue);
    if (waitsFor === 'stock' && !dice.chance(BY_HAND_SHARE))
      await upload(transact, plan, dice.below(plan.files));
    else await decide(transact, plan, redemptionId);
  }
}

async function upload(transact: Transact, plan: StaffPlan, file: number): Promise<void> {
  const { rewardId, adminId } = plan;
  const csv = Array.from({ length: FILE_CODES }, (_, index) => `FILE-${file}-${index}`).join('\n');
  await transact((tx) =>
    uploadStock(
      tx,
      { rewardId, adminId, amountCents: 100, csv, dryRun: false },
      { keys: keysOf(plan), serving: STOCK_SERVING },
    ),
  );
}

async function decide(transact: Transact, plan: StaffPlan, redemptionId: string): Promise<void> {
  const own = { redemptionId, adminId: plan.adminId };
  try {
    await transact((tx) => assignFulfilment(tx, redemptionId, plan.adminId, STOCK_SERVING));
    await transact(async (tx) => {
      if (refusedCall(plan.refusals, redemptionId) !== undefined) return refuseFulfilment(tx, own, 'No.');
      const made = { kind: 'code', code: `HAND-${redemptionId}`, pin: null, expiresOn: null } as const;
      await fulfilByHand(tx, own, made, keysOf(plan));
    });
  } catch (error) {
    // A code of the stock came first.
    if (!(error instanceof Refusal && error.code === 'fulfilment_decided')) throw error;
  }
}
