import { sql } from 'kysely';
import type { RedemptionStatus } from '#contract/redemptions.values.ts';
import type { Database } from '#database/client.ts';
import { readClock } from '#database/clock.ts';
import { isUuid } from '#domain/common/uuid.ts';
import type { ListedReward, PayoutProvider } from '#domain/redemption/ports.ts';
import { isGiven, isOpen } from '#domain/redemption/states.ts';
import { type List, ListFailed, listRewards } from './list-rewards.ts';

/** Age of the oldest redemptions that are compared. */
export const RECONCILED_DAYS = 40;
/** Our clock and the provider's may differ, and the redemption is older than its reward. */
const MARGIN_DAYS = 1;
/** A younger open redemption may still be in progress. */
const ON_ITS_WAY_HOURS = 1;
/** Longest comparison with one provider: some thousand calls, one after the other. */
const COMPARE_MS_MAX = 3 * 3_600_000;
/** Redemptions that one statement finds by their ids. */
const IDS_MAX = 5_000;
const DAY_MS = 86_400_000;

/** A redemption whose reward its provider lists. */
interface OurRedemption {
  id: string;
  provider: string;
  providerRef: string | null;
  status: RedemptionStatus;
  amountCents: number;
  recent: boolean;
}

interface IssuedRedemption {
  id: string;
  providerRef: string | null;
  issuedAt: Date;
}

interface Options {
  /** Called with each redemption whose reward its provider may have taken back, so that it can be checked. */
  onGone?: (redemptionId: string) => Promise<unknown>;
  /** Called with each live reward that this database knows nothing of: its redemption is open, or not there. */
  onUnknown?: (reward: UnknownReward) => Promise<unknown>;
  /** Called with each provider whose whole list was compared. */
  onCompared?: (provider: string) => void;
  /** Longest wait for the next batch of a list, for tests. */
  batchMsMax?: number;
}

/** A live reward of a redemption that is open here, or (`open` is false) not there at all. */
export interface UnknownReward {
  provider: string;
  ref: string;
  redemptionId: string;
  /** The provider's name of the member, if it enrols members. */
  customer: string | undefined;
  amountCents: number;
  open: boolean;
}

/**
 * Compares our redemptions of the last 40 days with each provider's own list. Returns one sentence per difference: a
 * reward that only one side has, a live one beside the one that its redemption has, a live reward whose points went back,
 * another amount, or a provider that cannot be asked. Changes nothing itself; throws if the database fails.
 */
export async function reconcilePayouts(
  database: Database,
  providers: readonly PayoutProvider[],
  options: Options = {},
): Promise<string[]> {
  const lines = new Set<string>();
  for (const provider of providers) {
    const list = provider.list?.bind(provider);
    if (!list) continue;
    try {
      for await (const line of compare(database, provider.id, list, options)) lines.add(line);
      options.onCompared?.(provider.id);
    } catch (error) {
      if (!(error instanceof ListFailed)) throw error;
      lines.add(`${provider.id} could not be asked: ${error.message}`);
    }
  }
  return [...lines];
}

/**
 * The differences with one provider, day by day from the oldest, so that only some days are held in memory. A reward is
 * made between the request and the issue of its redemption, so an issued one without a live reward is awaited until a
 * whole day after its issue was listed.
 */
async function* compare(
  database: Database,
  provider: string,
  list: List,
  { onGone, onUnknown, batchMsMax }: Options,
): AsyncGenerator<string> {
  const began = await readClock(database);
  const end = AbortSignal.timeout(COMPARE_MS_MAX);
  const awaited = new Map<string, IssuedRedemption>();
  const unknown = new Set<string>();
  // A provider whose clock is behind lists a reward of the first moments of a day in the day before, one that counts whole
  // seconds lists those of the second between two days in both.
  let liveBefore = new Set<string>();
  let deadBefore = new Set<string>();
  for (let days = RECONCILED_DAYS + MARGIN_DAYS; days >= 0; days -= 1) {
    const since = new Date(began.getTime() - days * DAY_MS);
    const until = new Date(since.getTime() + DAY_MS);
    const listed = await listRewards(list, { since, until, end, batchMsMax });
    const ours = await readListed(database, listed);
    yield* faultsOfAll(provider, listed, ours);
    const dead = deadAfterLastDay(provider, listed, ours);
    for (const id of dead.difference(deadBefore)) await onGone?.(id);
    deadBefore = dead;
    for (const reward of unknownOf(provider, listed, ours)) {
      if (!unknown.has(reward.ref)) await onUnknown?.(reward);
      unknown.add(reward.ref);
    }
    const live = idsIn('live', listed);
    if (days <= RECONCILED_DAYS) {
      const issued = await readIssued(database, provider, { since, until, began });
      for (const redemption of issued)
        if (!liveBefore.has(redemption.id)) awaited.set(redemption.id, redemption);
    }
    for (const id of live) awaited.delete(id);
    for (const { id, providerRef, issuedAt } of awaited.values()) {
      if (days > 0 && issuedAt >= since) continue;
      awaited.delete(id);
      yield `redemption ${id} is issued, and ${provider} has no live reward ${providerRef}`;
      await onGone?.(id);
    }
    liveBefore = live;
  }
}

/** The redemptions that the provider names, by their ids. */
async function readListed(database: Database, listed: ListedReward[]): Promise<Map<string, OurRedemption>> {
  // Operators may give their own orders a name of any form.
  const ids = listed.map(({ redemptionId }) => redemptionId).filter((id) => id !== undefined && isUuid(id));
  const ours = new Map<string, OurRedemption>();
  for (let at = 0; at < ids.length; at += IDS_MAX) {
    const { rows } = await sql<OurRedemption>`
      select id, provider, provider_ref, status, amount_cents,
        created_at > now() - make_interval(hours => ${ON_ITS_WAY_HOURS}) as recent
      from card_redemptions where id = any(${ids.slice(at, at + IDS_MAX)}::uuid[])`.execute(database);
    for (const redemption of rows) ours.set(redemption.id, redemption);
  }
  return ours;
}

/** Issued redemptions that were requested in this time, but for those that were issued after the comparison began. */
async function readIssued(
  database: Database,
  provider: string,
  { since, until, began }: { since: Date; until: Date; began: Date },
): Promise<IssuedRedemption[]> {
  const { rows } = await sql<IssuedRedemption>`
    select id, provider_ref, issued_at from card_redemptions
    where provider = ${provider} and status = 'issued' and created_at >= ${since} and created_at < ${until}
      and issued_at < ${began}
    order by created_at, id`.execute(database);
  return rows;
}

const idsIn = (state: ListedReward['state'], listed: ListedReward[]): Set<string> =>
  new Set(
    listed.flatMap((reward) =>
      reward.state === state && reward.redemptionId !== undefined ? [reward.redemptionId] : [],
    ),
  );

function faultsOfAll(provider: string, listed: ListedReward[], ours: Map<string, OurRedemption>): string[] {
  return listed.flatMap((reward) => {
    // Rewards without our id were not made by us: operators also use the account by hand.
    if (reward.state !== 'live' || reward.redemptionId === undefined) return [];
    return faultsOf(provider, reward, ours.get(reward.redemptionId));
  });
}

/**
 * Redemptions whose last day is over and whose reward the provider lists as dead: its money may have come back. Any other
 * ended as it was to end, and asking for each of them every day would find nothing.
 */
function deadAfterLastDay(
  provider: string,
  listed: ListedReward[],
  ours: Map<string, OurRedemption>,
): Set<string> {
  const dead = idsIn('dead', listed);
  for (const id of dead) {
    const own = ours.get(id);
    if (own?.provider !== provider || own.status !== 'expired') dead.delete(id);
  }
  return dead;
}

function unknownOf(
  provider: string,
  listed: ListedReward[],
  ours: Map<string, OurRedemption>,
): UnknownReward[] {
  return listed.flatMap(({ ref, redemptionId, customer, amountCents, state }) => {
    if (state !== 'live' || redemptionId === undefined) return [];
    const status = ours.get(redemptionId)?.status;
    const open = status !== undefined && isOpen(status);
    return open || status === undefined ? [{ provider, ref, redemptionId, customer, amountCents, open }] : [];
  });
}

function faultsOf(provider: string, reward: ListedReward, redemption: OurRedemption | undefined): string[] {
  const name = `reward ${reward.ref} is live at ${provider}`;
  if (!redemption) return [`${name}, and no redemption ${reward.redemptionId} exists`];
  const { id, status } = redemption;
  const lines: string[] = [];
  if (redemption.provider !== provider)
    lines.push(`${name}, and redemption ${id} is of ${redemption.provider}`);
  if (status === 'failed') lines.push(`${name}, and redemption ${id} has failed: its points went back`);
  if (status === 'reversed') lines.push(`${name}, and redemption ${id} was reversed`);
  if (isGiven(status) && reward.ref !== redemption.providerRef) {
    lines.push(`${name}, and redemption ${id} has the reward ${redemption.providerRef}`);
  }
  if (isOpen(status) && !redemption.recent) {
    lines.push(`${name}, and redemption ${id} is still ${status}`);
  }
  if (reward.amountCents !== redemption.amountCents) {
    lines.push(
      `${name} with ${reward.amountCents} cents, and redemption ${id} has ${redemption.amountCents}`,
    );
  }
  return lines;
}
