import {
  type FulfilPorts,
  type Outcome,
  type PayoutRequest,
  STAFF_REFUSED,
} from '#domain/redemption/ports.ts';
import { type Lease, renewLease, saveCustomer, takeLease } from './lease.ts';
import { markFailed, markIssued, markStopped, markWaiting } from './settle.ts';
import { type BoundProvider, bindProvider } from './vendor.ts';
import { answerIsMissing, waitAfter } from './waiting.ts';

type Run = { ports: FulfilPorts; lease: Lease; provider: BoundProvider };
/** What a run came to, and whether a lookup or a call that pays answered so. */
type Answer = { outcome: Outcome; asked: 'lookup' | 'call' };

/**
 * Takes a redemption one run further: to issued, to failed with its points returned, or to its next run. May be called
 * at any time, also in parallel and after a crash at any point; no transaction is open while the provider is asked.
 */
export async function fulfilRedemption(ports: FulfilPorts, redemptionId: string): Promise<void> {
  const lease = await ports.transact((tx) => takeLease(tx, redemptionId, ports.providers));
  if (!lease) return;
  const provider = ports.providers.find((candidate) => candidate.id === lease.provider);
  if (!provider) {
    const wait = waitAfter(lease, { t: 'retry', code: 'config' }, 'lookup');
    return ports.transact((tx) => markWaiting(tx, lease, wait));
  }
  const run = { ports, lease, provider: bindProvider(provider, requestOf(lease), ports) };
  if (lease.ended) return endRun(run);
  const answer = (await enroll(run)) ?? (await begin(run));
  return answer.outcome.t === 'prepared'
    ? commit(run, answer.outcome.ref)
    : finish(run, answer, lease.ref ?? undefined);
}

const requestOf = (lease: Lease): PayoutRequest => ({
  redemptionId: lease.id,
  amountUsd: lease.amountUsd,
  productIds: lease.productIds,
  recipient: lease.recipient,
});

/**
 * Makes the member known to a provider that asks for it. Its name of the member is saved before anything is asked for
 * under that name, so that a lookup always finds it. Answers an outcome only where the run ends here.
 */
async function enroll(run: Run): Promise<Answer | undefined> {
  const { ports, lease, provider } = run;
  if (!provider.enroll || lease.recipient.customer !== null) return undefined;
  const outcome = await provider.enroll();
  if (outcome.t !== 'enrolled') return { outcome, asked: 'call' };
  // The request of all further calls holds the same recipient.
  lease.recipient.customer = await ports.transact((tx) => saveCustomer(tx, lease, outcome.customer));
  return undefined;
}

/** An earlier run may have reached the provider: look before anything is asked for again. */
async function begin({ lease, provider }: Run): Promise<Answer> {
  if (lease.attempt > 1) {
    const found = await provider.lookup();
    const nothingSpendable = found.t === 'absent' || found.t === 'prepared';
    // Whoever else may be at work commits the saved one: two of them can then never both be spent.
    if (nothingSpendable && lease.ref) return { outcome: { t: 'prepared', ref: lease.ref }, asked: 'lookup' };
    if (found.t !== 'absent' || answerIsMissing(lease)) return { outcome: found, asked: 'lookup' };
  }
  return { outcome: await provider.prepare(), asked: 'call' };
}

async function commit(run: Run, ref: string): Promise<void> {
  const { ports, lease, provider } = run;
  if (!(await ports.transact((tx) => renewLease(tx, lease, ref)))) return;
  return finish(run, { outcome: await provider.commit(ref), asked: 'call' }, ref);
}

/** Posts what the run came to. `saved` is what a run before this or this one committed. */
async function finish(run: Run, answer: Answer, saved: string | undefined): Promise<void> {
  const { ports, lease } = run;
  const { outcome, asked } = answer;
  if (outcome.t === 'issued') return ports.transact((tx) => markIssued(tx, lease, outcome));
  if (outcome.t === 'rejected') return refuse(run, saved);
  if (outcome.t === 'stopped') return ports.transact((tx) => markStopped(tx, lease));
  const wait = waitAfter(lease, outcome, asked);
  return ports.transact((tx) => markWaiting(tx, lease, wait));
}

/** A person has ended it: what an earlier run asked for is settled as ever, and nothing more is asked for. */
async function endRun(run: Run): Promise<void> {
  const { lease, provider } = run;
  const outcome = await provider.lookup();
  const unproven = outcome.t === 'unknown' || outcome.t === 'retry' || lease.unansweredSince !== null;
  if (outcome.t === 'issued' || unproven)
    return finish(run, { outcome, asked: 'lookup' }, lease.ref ?? undefined);
  return refuse(run, lease.ref ?? undefined);
}

/**
 * Returns the points only when everything prepared is taken back and a lookup proves that nothing spendable exists;
 * otherwise the next run goes on.
 */
async function refuse(run: Run, saved: string | undefined): Promise<void> {
  const { ports, lease, provider } = run;
  const stillHeld = () => ports.transact((tx) => renewLease(tx, lease));
  if (!(await stillHeld())) return;
  let found = await provider.lookup();
  let takenBack = true;
  for (const ref of preparedRefs(found, saved)) {
    // Another worker's card must not be voided.
    if (!(await stillHeld())) return;
    const answer = await provider.void(ref);
    takenBack &&= answer.t === 'absent';
    found = await provider.lookup();
  }
  if (found.t === 'issued') return ports.transact((tx) => markIssued(tx, lease, found));
  if (takenBack && (found.t === 'absent' || found.t === 'rejected')) {
    const byStaff = lease.ended || (found.t === 'rejected' && found.code === STAFF_REFUSED);
    return ports.transact((tx) => markFailed(tx, lease, byStaff ? 'staff_refused' : 'provider_refused'));
  }
  const wait = waitAfter(lease, { t: 'unknown', code: 'refusal_unproven' }, 'lookup');
  return ports.transact((tx) => markWaiting(tx, lease, wait));
}

/** Nothing is taken back where the reward is issued. A saved one may differ from the one found, and be under way. */
function preparedRefs(found: Outcome, saved: string | undefined): Set<string> {
  if (found.t === 'issued') return new Set();
  const refs = new Set(saved === undefined ? [] : [saved]);
  const ref = found.t === 'prepared' || found.t === 'accepted' ? found.ref : undefined;
  return ref === undefined ? refs : refs.add(ref);
}
