import { sql } from 'kysely';
import type { RedemptionStatus } from '#contract/redemptions.values.ts';
import type { Database } from '#database/client.ts';
import { readClock } from '#database/clock.ts';
import { rejectWhenAborted } from '#domain/common/reject-when-aborted.ts';
import type { ListedReward, PayoutProvider } from '#domain/redemption/ports.ts';
import { isOpen } from '#domain/redemption/states.ts';

/** Age of the oldest redemptions that are compared. */
const RECONCILED_DAYS = 40;
/** Our clock and the provider's may differ, and the redemption is older than its reward. */
const MARGIN_DAYS = 1;
/** A younger open redemption may still be in progress. */
const ON_ITS_WAY_HOURS = 1;
const LIST_TIMEOUT_MS = 120_000;
const DAY_MS = 86_400_000;

interface OurRedemption {
  id: string;
  provider: string;
  providerRef: string | null;
  status: RedemptionStatus;
  amountCents: number;
  recent: boolean;
  /** The redemption was issued before the provider's list was requested. */
  listable: boolean;
}

interface Found {
  /** Called with each redemption whose reward its provider may have taken back, so that it can be checked. */
  onGone?: (redemptionId: string) => Promise<unknown>;
  /** Called with each live reward that this database knows nothing of: its redemption is open, or not there. */
  onUnknown?: (reward: UnknownReward) => Promise<unknown>;
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
 * reward that only one side has, two live rewards of one redemption, a live reward whose points went back, another
 * amount, or a provider that cannot be asked. Changes nothing itself.
 */
export async function reconcilePayouts(
  database: Database,
  providers: readonly PayoutProvider[],
  { onGone, onUnknown }: Found = {},
): Promise<string[]> {
  const lines: string[] = [];
  for (const provider of providers) {
    if (!provider.list) continue;
    const since = new Date((await readClock(database)).getTime() - (RECONCILED_DAYS + MARGIN_DAYS) * DAY_MS);
    try {
      const began = performance.now();
      const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
      const listing = readList(provider.list(since, signal), signal);
      const listed = await Promise.race([listing, rejectWhenAborted(signal)]);
      const ours = await readOurs(database, provider.id, listed, performance.now() - began);
      lines.push(...compare(provider.id, listed, ours));
      const gone = [...goneOf(provider.id, listed, ours), ...deadAfterLastDay(provider.id, listed, ours)];
      for (const { id } of gone) await onGone?.(id);
      for (const reward of unknownOf(provider.id, listed, ours)) await onUnknown?.(reward);
    } catch (error) {
      lines.push(
        `${provider.id} could not be asked: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  return lines;
}

async function readList(
  batches: AsyncIterable<ListedReward[]>,
  signal: AbortSignal,
): Promise<ListedReward[]> {
  // New rewards move older ones to the next page, so a reward may be listed twice.
  const byRef = new Map<string, ListedReward>();
  for await (const batch of batches) {
    // Nobody waits any more, and a provider that ignores the signal may go on for ever.
    signal.throwIfAborted();
    for (const reward of batch) byRef.set(reward.ref, reward);
  }
  return [...byRef.values()];
}

/** Redemptions of the window, and those that the provider lists. `listMs`: how long its list took. */
async function readOurs(
  database: Database,
  provider: string,
  listed: ListedReward[],
  listMs: number,
): Promise<OurRedemption[]> {
  const named = listed.map(({ redemptionId }) => redemptionId).filter((id) => id !== undefined);
  const { rows } = await sql<OurRedemption>`
    select id, provider, provider_ref, status, amount_cents,
      created_at > now() - make_interval(hours => ${ON_ITS_WAY_HOURS}) as recent,
      issued_at < now() - make_interval(secs => ${listMs / 1000}) is true as listable
    from card_redemptions
    where provider = ${provider} and created_at > now() - make_interval(days => ${RECONCILED_DAYS})
      or id::text = any(${named})
    order by created_at, id`.execute(database);
  return rows;
}

function compare(provider: string, listed: ListedReward[], ours: OurRedemption[]): string[] {
  const known = new Map(ours.map((redemption) => [redemption.id, redemption]));
  const live = new Map<string, ListedReward[]>();
  const lines: string[] = [];
  for (const reward of listed) {
    // Rewards without our id were not made by us: operators also use the account by hand.
    if (reward.state !== 'live' || reward.redemptionId === undefined) continue;
    const others = live.get(reward.redemptionId) ?? [];
    live.set(reward.redemptionId, [...others, reward]);
    const redemption = known.get(reward.redemptionId);
    lines.push(...faultsOf(provider, reward, redemption));
  }
  for (const [id, rewards] of live) {
    if (rewards.length > 1) {
      const refs = rewards.map(({ ref }) => ref).join(', ');
      lines.push(`redemption ${id} has ${rewards.length} live rewards at ${provider}: ${refs}`);
    }
  }
  for (const { id, providerRef } of goneOf(provider, listed, ours)) {
    lines.push(`redemption ${id} is issued, and ${provider} has no live reward ${providerRef}`);
  }
  return lines;
}

/** Issued redemptions without a live reward in a list that was requested after they were issued. */
function goneOf(provider: string, listed: ListedReward[], ours: OurRedemption[]): OurRedemption[] {
  const live = new Set(
    listed.map(({ state, redemptionId }) => (state === 'live' ? redemptionId : undefined)),
  );
  return ours.filter(
    ({ id, status, listable, ...own }) =>
      own.provider === provider && status === 'issued' && listable && !live.has(id),
  );
}

/**
 * Redemptions whose last day is over and whose reward the provider lists as dead: its money may have come back. Any other
 * ended as it was to end, and asking for each of them every day would find nothing.
 */
function deadAfterLastDay(provider: string, listed: ListedReward[], ours: OurRedemption[]): OurRedemption[] {
  const dead = new Set(
    listed.map(({ state, redemptionId }) => (state === 'dead' ? redemptionId : undefined)),
  );
  return ours.filter(
    ({ id, status, ...own }) => own.provider === provider && status === 'expired' && dead.has(id),
  );
}

function unknownOf(provider: string, listed: ListedReward[], ours: OurRedemption[]): UnknownReward[] {
  const statuses = new Map(ours.map(({ id, status }) => [id, status]));
  return listed.flatMap(({ ref, redemptionId, customer, amountCents, state }) => {
    if (state !== 'live' || redemptionId === undefined) return [];
    const status = statuses.get(redemptionId);
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
