import {
  type FulfilPorts,
  type Outcome,
  type PayoutRequest,
  STAFF_REFUSED,
} from '#domain/redemption/ports.ts';
import { type Claim, claimRedemption, renewClaim, saveCustomer } from './lease.ts';
import { markFailed, markIssued, markStopped, markWaiting } from './settle.ts';
import { type BoundProvider, bindProvider } from './vendor.ts';
import { answerIsMissing, waitAfter } from './waiting.ts';

type Run = { ports: FulfilPorts; claim: Claim; provider: BoundProvider };
/** What a run came to, and whether a lookup or a call that pays answered so. */
type Answer = { outcome: Outcome; asked: 'lookup' | 'call' };

/**
 * Takes a redemption one run further: to issued, to failed with its points returned, or to its next run. May be called
 * at any time, also in parallel and after a crash at any point; no transaction is open while the provider is asked.
 */
export async function fulfilRedemption(ports: FulfilPorts, redemptionId: string): Promise<void> {
  const claim = await ports.transact((tx) => claimRedemption(tx, redemptionId, ports.providers));
  if (!claim) return;
  const provider = ports.providers.find((candidate) => candidate.id === claim.provider);
  if (!provider) {
    const wait = waitAfter(claim, { t: 'retry', code: 'config' }, 'lookup');
    return ports.transact((tx) => markWaiting(tx, claim, wait));
  }
  const run = { ports, claim, provider: bindProvider(provider, requestOf(claim), ports) };
  if (claim.ended) return endRun(run);
  const answer = (await enroll(run)) ?? (await begin(run));
  return answer.outcome.t === 'prepared'
    ? commit(run, answer.outcome.ref)
    : finish(run, answer, claim.ref ?? undefined);
}

const requestOf = (claim: Claim): PayoutRequest => ({
  redemptionId: claim.id,
  amountUsd: claim.amountUsd,
  productIds: claim.productIds,
  recipient: claim.recipient,
});

/**
 * Makes the member known to a provider that asks for it. Its name of the member is saved before anything is asked for
 * under that name, so that a lookup always finds it. Answers an outcome only where the run ends here.
 */
async function enroll(run: Run): Promise<Answer | undefined> {
  const { ports, claim, provider } = run;
  if (!provider.enroll || claim.recipient.customer !== null) return undefined;
  const outcome = await provider.enroll();
  if (outcome.t !== 'enrolled') return { outcome, asked: 'call' };
  // The request of all further calls holds the same recipient.
  claim.recipient.customer = await ports.transact((tx) => saveCustomer(tx, claim, outcome.customer));
  return undefined;
}

/** An earlier run may have reached the provider: look before anything is asked for again. */
async function begin({ claim, provider }: Run): Promise<Answer> {
  if (claim.attempt > 1) {
    const found = await provider.lookup();
    const nothingSpendable = found.t === 'absent' || found.t === 'prepared';
    // Whoever else may be at work commits the saved one: two of them can then never both be spent.
    if (nothingSpendable && claim.ref) return { outcome: { t: 'prepared', ref: claim.ref }, asked: 'lookup' };
    if (found.t !== 'absent' || answerIsMissing(claim)) return { outcome: found, asked: 'lookup' };
  }
  return { outcome: await provider.prepare(), asked: 'call' };
}

async function commit(run: Run, ref: string): Promise<void> {
  const { ports, claim, provider } = run;
  if (!(await ports.transact((tx) => renewClaim(tx, claim, ref)))) return;
  return finish(run, { outcome: await provider.commit(ref), asked: 'call' }, ref);
}

/** Posts what the run came to. `saved` is what a run before this or this one committed. */
async function finish(run: Run, answer: Answer, saved: string | undefined): Promise<void> {
  const { ports, claim } = run;
  const { outcome, asked } = answer;
  if (outcome.t === 'issued') return ports.transact((tx) => markIssued(tx, claim, outcome));
  if (outcome.t === 'rejected') return refuse(run, saved);
  if (outcome.t === 'stopped') return ports.transact((tx) => markStopped(tx, claim));
  const wait = waitAfter(claim, outcome, asked);
  return ports.transact((tx) => markWaiting(tx, claim, wait));
}

/** A person has ended it: what an earlier run asked for is settled as ever, and nothing more is asked for. */
async function endRun(run: Run): Promise<void> {
  const { claim, provider } = run;
  const outcome = await provider.lookup();
  const unproven = outcome.t === 'unknown' || outcome.t === 'retry' || claim.unansweredSince !== null;
  if (outcome.t === 'issued' || unproven)
    return finish(run, { outcome, asked: 'lookup' }, claim.ref ?? undefined);
  return refuse(run, claim.ref ?? undefined);
}

/**
 * Returns the points only when everything prepared is taken back and a lookup proves that nothing spendable exists;
 * otherwise the next run goes on.
 */
async function refuse(run: Run, saved: string | undefined): Promise<void> {
  const { ports, claim, provider } = run;
  const stillHeld = () => ports.transact((tx) => renewClaim(tx, claim));
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
  if (found.t === 'issued') return ports.transact((tx) => markIssued(tx, claim, found));
  if (takenBack && (found.t === 'absent' || found.t === 'rejected')) {
    const byStaff = claim.ended || (found.t === 'rejected' && found.code === STAFF_REFUSED);
    return ports.transact((tx) => markFailed(tx, claim, byStaff ? 'staff_refused' : 'provider_refused'));
  }
  const wait = waitAfter(claim, { t: 'unknown', code: 'refusal_unproven' }, 'lookup');
  return ports.transact((tx) => markWaiting(tx, claim, wait));
}

/** Nothing is taken back where the reward is issued. A saved one may differ from the one found, and be under way. */
function preparedRefs(found: Outcome, saved: string | undefined): Set<string> {
  if (found.t === 'issued') return new Set();
  const refs = new Set(saved === undefined ? [] : [saved]);
  const ref = found.t === 'prepared' || found.t === 'accepted' ? found.ref : undefined;
  return ref === undefined ? refs : refs.add(ref);
}
