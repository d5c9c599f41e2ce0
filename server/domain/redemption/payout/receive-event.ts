import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { rejectWhenAborted } from '#domain/common/reject-when-aborted.ts';
import { isUuid } from '#domain/common/uuid.ts';
import type { EventSubject, PayoutEvent, PayoutProvider } from '#domain/redemption/ports.ts';
import { OPEN } from '#domain/redemption/states.ts';
import { askForCheck } from './check-reward.ts';
import { wakeRedemption } from './schedule.ts';

/** Longest question to the provider while the provider waits for our response. */
const TRACE_TIMEOUT_MS = 5_000;
/** Repeats of a message are recognized for this long; vendors repeat one for a few days. */
const EVENTS_KEPT_DAYS = 60;

export type EventVerdict =
  /** The signature is not the provider's. */
  | { t: 'forged' }
  /** The message came before. */
  | { t: 'repeated'; event: PayoutEvent }
  /** The message concerns no redemption of ours. */
  | { t: 'ignored'; event: PayoutEvent }
  /** The redemptions of the message cannot change any more. */
  | { t: 'ended'; event: PayoutEvent }
  /** The provider is asked for the present state at once. */
  | { t: 'woken'; event: PayoutEvent };

/**
 * Receives a message of a provider. Its content changes no redemption: it only starts the next run, or the check of an
 * issued reward, which asks the provider. So order, age and repeats do not matter. A repeat causes no call. Throws if it
 * must be sent again.
 */
export async function receivePayoutEvent(
  transact: Transact,
  provider: PayoutProvider,
  raw: Buffer,
  header: (name: string) => string | undefined,
): Promise<EventVerdict> {
  const event = provider.parseWebhook?.(raw, header);
  if (!event) return { t: 'forged' };
  if (await transact((tx) => isKnown(tx, provider.id, event))) return { t: 'repeated', event };
  const subject = await resolveSubject(transact, provider, event.about);
  return transact(async (tx): Promise<EventVerdict> => {
    // Its copies may come at the same time.
    if (!(await isFirst(tx, provider.id, event))) return { t: 'repeated', event };
    const about = subject ? await findRedemptions(tx, provider.id, subject) : [];
    if (about.length === 0) return { t: 'ignored', event };
    let woken = false;
    for (const id of about) {
      const asked =
        (await wakeRedemption(tx, id)) || (provider.fate !== undefined && (await askForCheck(tx, id)));
      woken = asked || woken;
    }
    return { t: woken ? 'woken' : 'ended', event };
  });
}

/** Deletes messages that are too old to be sent again. */
export async function forgetPayoutEvents(tx: Tx): Promise<void> {
  await sql`delete from payout_webhooks
    where received_at < now() - make_interval(days => ${EVENTS_KEPT_DAYS})`.execute(tx);
}

type Known = Exclude<EventSubject, { part: string }>;

/**
 * A message may come before the answer of the call that made its reward is recorded, or in place of that answer. So the provider is asked
 * whose the reward is if no redemption has it.
 */
async function resolveSubject(
  transact: Transact,
  provider: PayoutProvider,
  about: EventSubject | undefined,
): Promise<Known | undefined> {
  if (!about || !('part' in about || 'ref' in about)) return about;
  const signal = AbortSignal.timeout(TRACE_TIMEOUT_MS);
  const inTime = <T>(answer: Promise<T> | undefined) => Promise.race([answer, rejectWhenAborted(signal)]);
  const ref = 'ref' in about ? about.ref : await inTime(provider.trace?.(about.part, signal));
  if (ref === undefined) return undefined;
  if (!provider.redemptionOf) return { ref };
  const known = await transact((tx) => findRedemptions(tx, provider.id, { ref }));
  if (known.length > 0) return { ref };
  const redemptionId = await inTime(provider.redemptionOf(ref, signal));
  return redemptionId === undefined ? undefined : { redemptionId };
}

async function isKnown(tx: Tx, provider: string, event: PayoutEvent): Promise<boolean> {
  const known = await tx
    .selectFrom('payoutWebhooks')
    .select('eventId')
    .where('provider', '=', provider)
    .where('eventId', '=', event.id)
    .executeTakeFirst();
  return known !== undefined;
}

async function isFirst(tx: Tx, provider: string, event: PayoutEvent): Promise<boolean> {
  const { rows } = await sql`insert into payout_webhooks (provider, event_id, kind)
    values (${provider}, ${event.id}, ${event.kind}) on conflict do nothing returning event_id`.execute(tx);
  return rows.length === 1;
}

async function findRedemptions(tx: Tx, provider: string, subject: Known): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from card_redemptions r
    where r.provider = ${provider} and ${matches(subject)}
    order by r.id`.execute(tx);
  return rows.map(({ id }) => id);
}

function matches(subject: Known) {
  if ('ref' in subject) return sql<boolean>`r.provider_ref = ${subject.ref}`;
  if ('redemptionId' in subject) {
    return isUuid(subject.redemptionId) ? sql<boolean>`r.id = ${subject.redemptionId}` : sql<boolean>`false`;
  }
  return sql<boolean>`r.status in ${OPEN} and r.provider_customer = ${subject.customer}`;
}
