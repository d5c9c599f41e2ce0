import type { Tx } from '#database/client.ts';
import {
  type FulfilPorts,
  type Outcome,
  OWN_PROVIDERS,
  type PayoutRequest,
  STAFF_REFUSED,
} from '#domain/redemption/ports.ts';
import { forgetCustomer, type Lease, mayBegin, renewLease, saveCustomer, takeLease } from './lease.ts';
import { markFailed, markIssued, markStopped, markWaiting } from './settle.ts';
import { type BoundProvider, bindProvider } from './vendor.ts';
import { answerIsMissing, mayStillLand, type WaitingOutcome, waitAfter } from './waiting.ts';

type Run = { ports: FulfilPorts; lease: Lease; provider: BoundProvider };
/** The outcome of a run, and whether it came from a call that could pay. */
type Answer = { outcome: Outcome; couldPay: boolean };

/**
 * Runs the next steps of a redemption: it is then issued, failed with its points returned, or waits for its next run.
 * May be called at any time, also in parallel and after a crash at any point. No transaction is open during calls.
 */
export async function fulfilRedemption(ports: FulfilPorts, redemptionId: string): Promise<void> {
  const lease = await ports.transact((tx) => takeLease(tx, redemptionId, ports.providers));
  if (!lease) return;
  const provider = ports.providers.find((candidate) => candidate.id === lease.provider);
  if (!provider) return ports.transact((tx) => runWithoutProvider(tx, lease));
  const bound = bindProvider(provider, requestOf(lease), ports, (tx) => mayBegin(tx, lease));
  const run = { ports, lease, provider: bound };
  // Of the site's own rewards nothing but their member waits.
  if (lease.endedAt || (hasLeft(lease) && OWN_PROVIDERS.includes(lease.provider))) return endRun(run);
  const answer = (await enroll(run)) ?? (await begin(run));
  return answer.outcome.t === 'prepared'
    ? commit(run, answer.outcome.ref)
    : finish(run, answer, lease.ref ?? undefined);
}

/** The provider is not set up any more. A person may still end what leaves nothing to look for. */
function runWithoutProvider(tx: Tx, lease: Lease): Promise<void> {
  if (lease.endedAt && nothingIsOpen(lease)) return markFailed(tx, lease, 'staff_refused');
  return markWaiting(tx, lease, waitAfter(lease, { t: 'retry', code: 'config' }, false));
}

/** Nothing was asked of the provider, or its last answer left no reward: no lookup has to prove that. */
const nothingIsOpen = (lease: Lease): boolean => lease.ref === null && lease.unansweredSince === null;

const requestOf = (lease: Lease): PayoutRequest => ({
  redemptionId: lease.id,
  amountCents: lease.amountCents,
  productIds: lease.productIds,
  recipient: lease.recipient,
});

/**
 * Enrols the member with a provider that needs it. The provider's name of the member is saved before anything is asked
 * for under that name, so that a lookup always finds it. Returns an outcome only if the run ends here.
 */
async function enroll(run: Run): Promise<Answer | undefined> {
  const { ports, lease, provider } = run;
  if (!provider.enroll || lease.recipient.customer !== null || hasLeft(lease)) return undefined;
  const outcome = await provider.enroll();
  if (outcome.t !== 'enrolled') return { outcome, couldPay: false };
  // All further calls use this recipient.
  lease.recipient.customer = await ports.transact((tx) => saveCustomer(tx, lease, outcome.customer));
  const isHeld = await ports.transact((tx) => renewLease(tx, lease));
  return isHeld ? undefined : { outcome: { t: 'stopped' }, couldPay: false };
}

/**
 * An earlier run may have reached the provider, so this looks the reward up before asking for it again. Nothing is asked for
 * once the member has left, as nobody could take it.
 */
async function begin({ lease, provider }: Run): Promise<Answer> {
  if (lease.attempt > 1) {
    const found = await provider.lookup();
    const nothingSpendable = found.t === 'absent' || found.t === 'prepared';
    // Every worker commits the saved reward, so that two rewards can never both be spent.
    if (nothingSpendable && lease.ref) return { outcome: { t: 'prepared', ref: lease.ref }, couldPay: false };
    if (found.t !== 'absent') return { outcome: found, couldPay: false };
    if (answerIsMissing(lease) && !hasLeft(lease)) return { outcome: found, couldPay: false };
  }
  if (hasLeft(lease)) return { outcome: { t: 'rejected', code: 'member_left' }, couldPay: false };
  return { outcome: await provider.prepare(), couldPay: true };
}

const hasLeft = ({ recipient }: Lease): boolean => recipient.email === null;

async function commit(run: Run, ref: string): Promise<void> {
  const { ports, lease, provider } = run;
  if (!(await ports.transact((tx) => renewLease(tx, lease, ref)))) return;
  return finish(run, { outcome: await provider.commit(ref), couldPay: true }, ref);
}

/** Records the outcome of the run. `saved` is the reward that this or an earlier run committed. */
async function finish(run: Run, answer: Answer, saved: string | undefined): Promise<void> {
  const { ports, lease } = run;
  const { outcome, couldPay } = answer;
  if (outcome.t === 'issued') return ports.transact((tx) => markIssued(tx, lease, outcome));
  if (outcome.t === 'rejected') return refuse(run, saved);
  if (outcome.t === 'stopped') return ports.transact((tx) => markStopped(tx, lease));
  const wait = waitAfter(lease, outcome, couldPay);
  return ports.transact((tx) => markWaiting(tx, lease, wait));
}

/** A person has ended the redemption, or nobody could take it: settles what an earlier run asked for, and asks for nothing more. */
async function endRun(run: Run): Promise<void> {
  const { ports, lease, provider } = run;
  const outcome = await provider.lookup();
  if (lease.recipient.customer !== null && knowsNoMember(outcome) && nothingIsOpen(lease)) {
    return ports.transact((tx) => markUnknownMember(tx, lease));
  }
  const unproven = outcome.t === 'unknown' || outcome.t === 'retry' || mayStillLand(lease);
  if (outcome.t === 'issued' || unproven)
    return finish(run, { outcome, couldPay: false }, lease.ref ?? undefined);
  return refuse(run, lease.ref ?? undefined);
}

/** The lookup names no reward and leaves it to a person: the provider does not know the member, as its account is another one. */
const knowsNoMember = (outcome: Outcome): boolean =>
  outcome.t === 'accepted' && outcome.why === 'review' && outcome.ref === undefined;

/** Every later lookup would find the same. The member is enrolled anew with their next redemption. */
async function markUnknownMember(tx: Tx, lease: Lease): Promise<void> {
  await markFailed(tx, lease, 'staff_refused');
  await forgetCustomer(tx, lease);
}

/**
 * Returns the points only when everything prepared is taken back and a lookup proves that nothing spendable exists.
 * Otherwise the next run continues.
 */
async function refuse(run: Run, saved: string | undefined): Promise<void> {
  const { ports, lease, provider } = run;
  const stillHeld = () => ports.transact((tx) => renewLease(tx, lease));
  if (!(await stillHeld())) return;
  let found = await provider.lookup();
  let takenBack = true;
  for (const ref of preparedRefs(found, saved)) {
    // Another worker's card must not be taken back.
    if (!(await stillHeld())) return;
    const answer = await provider.void(ref);
    takenBack &&= answer.t === 'absent';
    found = await provider.lookup();
  }
  if (found.t === 'issued') return ports.transact((tx) => markIssued(tx, lease, found));
  const isGone = found.t === 'rejected' || (found.t === 'absent' && !mayStillLand(lease));
  if (takenBack && isGone) {
    const why = whyFailed(lease, found);
    return ports.transact((tx) => markFailed(tx, lease, why));
  }
  // They differ in what staff read: a provider that says what stands can be reached.
  const isSilent = found.t === 'unknown' || found.t === 'retry';
  const outcome: WaitingOutcome = isSilent ? { t: 'unknown', code: 'refusal_unproven' } : { t: 'absent' };
  const wait = waitAfter(lease, outcome, false);
  return ports.transact((tx) => markWaiting(tx, lease, wait));
}

function whyFailed(lease: Lease, found: Outcome): 'provider_refused' | 'staff_refused' | 'member_left' {
  if (lease.endedAt !== null) return 'staff_refused';
  if (found.t === 'rejected' && found.code !== STAFF_REFUSED) return 'provider_refused';
  // Nobody refused it: nothing was asked for any more, and an own reward was withdrawn.
  if (hasLeft(lease)) return 'member_left';
  return found.t === 'rejected' ? 'staff_refused' : 'provider_refused';
}

/** The rewards to take back; none if one is issued. The saved reward may differ from the one found. */
function preparedRefs(found: Outcome, saved: string | undefined): Set<string> {
  if (found.t === 'issued') return new Set();
  const refs = new Set(saved === undefined ? [] : [saved]);
  const ref = found.t === 'prepared' || found.t === 'accepted' ? found.ref : undefined;
  return ref === undefined ? refs : refs.add(ref);
}
