import { APPLE_PASS_PATH, GOOGLE_PASS_PATH } from '#contract/redemptions.ts';
import type { RedemptionStatus, RedemptionStop } from '#contract/redemptions.values.ts';
import type { RewardKind } from '#contract/rewards.values.ts';
import type { Database } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { type PassWords, passWords } from '#domain/notices/index.ts';
import { SANDBOX_PROVIDER } from '#domain/redemption/ports.ts';
import { overEverywhere } from '#domain/redemption/stock/last-day.ts';

/**
 * What a pass in somebody's wallet says of a reward. It reminds of the reward and never is one: no card number, no code, no
 * tap-to-pay.
 */
export interface RewardPass {
  redemptionId: string;
  /** Something of a value, or something to show at a door. */
  style: 'value' | 'ticket';
  productName: string;
  /** As the reward was called when it was chosen. */
  title: string;
  issuedAt: Date;
  /** Within its last day, a day of UTC. */
  expiresAt: Date | null;
  /** When that day is over everywhere. */
  endsAt: Date | null;
  /** Address of the site's page with the reward. */
  link: string;
  /** Every other text, in the member's language. */
  words: PassWords;
  /** The reward buys nothing. */
  test: boolean;
}

/** Ports: make passes of rewards. What they make is given to the reward's owner, and neither kept nor logged. */
export interface ApplePasses {
  /** The bytes of a `.pkpass` (https://developer.apple.com/documentation/walletpasses). */
  make: (pass: RewardPass) => Promise<Buffer>;
}
export interface GooglePasses {
  /** An address at which the owner adds the pass (https://developers.google.com/wallet/generic/web). */
  link: (pass: RewardPass) => Promise<string>;
}

export interface PassPorts {
  database: Database;
  /** Those that are configured. */
  passes: { apple?: ApplePasses | undefined; google?: GooglePasses | undefined };
  productName: string;
  /** Origin of the site. */
  appUrl: string;
  /** Told why a pass was not made. */
  report: (error: unknown) => void;
}

const TICKETS: readonly RewardKind[] = ['bus_ticket'];

/** Where the owner of an issued reward gets its passes, on this site; null where there are none, and while they are paused. */
export function passAddresses(
  passes: PassPorts['passes'],
  { id, status, stop }: { id: string; status: RedemptionStatus; stop: RedemptionStop | null },
): { appleWalletUrl: string | null; googleWalletUrl: string | null } {
  const isIssued = status === 'issued' && stop === null;
  return {
    appleWalletUrl: isIssued && passes.apple ? addressOf(APPLE_PASS_PATH, id) : null,
    googleWalletUrl: isIssued && passes.google ? addressOf(GOOGLE_PASS_PATH, id) : null,
  };
}

/**
 * The pass of an issued reward for Apple Wallet. Throws Refusal not_found for anyone else's reward, for one that is not
 * issued and where there are no such passes, paused, and busy where it cannot be made.
 */
export async function applePass(ports: PassPorts, memberId: string, redemptionId: string): Promise<Buffer> {
  const { apple } = ports.passes;
  const pass = apple && (await readPass(ports, memberId, redemptionId));
  if (!pass) throw new Refusal('not_found');
  const file = await made(ports, () => apple.make(pass));
  await remember(ports.database, redemptionId, { appleWalletUrl: addressOf(APPLE_PASS_PATH, redemptionId) });
  return file;
}

/** The address that adds the pass of an issued reward to Google Wallet. Throws as `applePass` does. */
export async function googlePass(ports: PassPorts, memberId: string, redemptionId: string): Promise<string> {
  const { google } = ports.passes;
  const pass = google && (await readPass(ports, memberId, redemptionId));
  if (!pass) throw new Refusal('not_found');
  const link = await made(ports, () => google.link(pass));
  await remember(ports.database, redemptionId, {
    googleWalletUrl: addressOf(GOOGLE_PASS_PATH, redemptionId),
  });
  return link;
}

async function readPass(
  ports: PassPorts,
  memberId: string,
  redemptionId: string,
): Promise<RewardPass | undefined> {
  const row = await ports.database
    .selectFrom('cardRedemptions as r')
    .innerJoin('users as u', 'u.id', 'r.userId')
    .select(['r.id', 'r.rewardKind', 'r.rewardTitle', 'r.amountUsd', 'r.issuedAt', 'r.expiresAt'])
    .select(['r.provider', 'u.locale', 'u.pausedAt'])
    .where('r.id', '=', redemptionId)
    .where('r.userId', '=', memberId)
    .where('r.status', '=', 'issued')
    .executeTakeFirst();
  if (!row?.issuedAt) return undefined;
  if (row.pausedAt) throw new Refusal('paused');
  return {
    redemptionId: row.id,
    style: TICKETS.includes(row.rewardKind as RewardKind) ? 'ticket' : 'value',
    productName: ports.productName,
    title: row.rewardTitle,
    issuedAt: row.issuedAt,
    expiresAt: row.expiresAt,
    endsAt: row.expiresAt && overEverywhere(row.expiresAt),
    link: `${ports.appUrl}/history?tab=cards`,
    words: passWords(row.locale, { productName: ports.productName, amountUsd: row.amountUsd }),
    test: row.provider === SANDBOX_PROVIDER,
  };
}

async function made<T>(ports: PassPorts, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    ports.report(error);
    throw new Refusal('busy');
  }
}

const addressOf = (path: string, id: string) => path.replace(':id', id);

/** That its owner has taken the pass, and where. */
async function remember(
  database: Database,
  redemptionId: string,
  taken: { appleWalletUrl: string } | { googleWalletUrl: string },
): Promise<void> {
  await database.updateTable('cardRedemptions').set(taken).where('id', '=', redemptionId).execute();
}
