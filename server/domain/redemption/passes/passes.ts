import { APPLE_PASS_PATH, GOOGLE_PASS_PATH } from '#contract/redemptions.ts';
import type { RedemptionStatus, RedemptionStop } from '#contract/redemptions.values.ts';
import type { RewardKind } from '#contract/rewards.values.ts';
import type { RewardWording } from '#contract/site.values.ts';
import type { Database } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { type PassWords, passWords } from '#domain/notices/index.ts';
import { SANDBOX_PROVIDER } from '#domain/redemption/ports.ts';
import { translatedTitle } from '#domain/redemption/request/list-redemptions.ts';
import { overEverywhere } from '#domain/redemption/stock/last-day.ts';

/**
 * Content of a pass in a wallet app. It only reminds of the reward: it holds no card number, no code and no
 * tap-to-pay.
 */
export interface RewardPass {
  redemptionId: string;
  /** `value`: a reward with an amount. `ticket`: a reward to show at a door. */
  style: 'value' | 'ticket';
  productName: string;
  /** The reward's name when it was chosen. */
  title: string;
  issuedAt: Date;
  /** A time on the last day of the reward in UTC. */
  expiresAt: Date | null;
  /** The end of that day in the last time zone. */
  endsAt: Date | null;
  /** Address of the reward's page on the site. */
  link: string;
  /** All other texts, in the member's language. */
  words: PassWords;
  /** The reward buys nothing. */
  test: boolean;
}

/** Ports: make passes of rewards. Passes are given only to the reward's owner, and neither stored nor logged. */
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
  /** The kinds of passes that are set up. */
  passes: { apple?: ApplePasses | undefined; google?: GooglePasses | undefined };
  productName: string;
  rewardWording: RewardWording;
  /** Origin of the site. */
  appUrl: string;
  /** Called with the reason when a pass could not be made. */
  report: (error: unknown) => void;
}

const TICKETS: readonly RewardKind[] = ['bus_ticket'];

/** Addresses of an issued reward's passes; null without passes of a kind, and while the owner is stopped. */
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
 * The pass of an issued reward for Apple Wallet. Throws Refusal not_found for another member's reward, for one that is
 * not issued and on a site without such passes; paused; and busy if the pass cannot be made.
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
    .select(['r.id', 'r.rewardKind', 'r.rewardTitle', 'r.amountCents', 'r.issuedAt', 'r.expiresAt'])
    .leftJoin('rewards', 'rewards.id', 'r.rewardId')
    .leftJoin('billingAddresses as b', 'b.userId', 'u.id')
    .select(['r.provider', 'u.locale', 'u.pausedAt', 'b.country'])
    .select(translatedTitle('u').as('translatedTitle'))
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
    title: row.translatedTitle ?? row.rewardTitle,
    issuedAt: row.issuedAt,
    expiresAt: row.expiresAt,
    endsAt: row.expiresAt && overEverywhere(row.expiresAt),
    link: `${ports.appUrl}/history?tab=cards`,
    words: passWords(row.locale, {
      productName: ports.productName,
      rewardWording: ports.rewardWording,
      amountCents: row.amountCents,
      country: row.country,
    }),
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

/** Records which pass the owner has taken. */
async function remember(
  database: Database,
  redemptionId: string,
  taken: { appleWalletUrl: string } | { googleWalletUrl: string },
): Promise<void> {
  await database.updateTable('cardRedemptions').set(taken).where('id', '=', redemptionId).execute();
}
