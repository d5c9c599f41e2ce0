import { type Claim, claimRedemption, renewClaim } from './claim.ts';
import type { CallOutcome, FulfilPorts, Outcome, PayoutRequest } from './ports.ts';
import { markFailed, markIssued, markWaiting } from './settle.ts';
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
  const claim = await ports.transact((tx) => claimRedemption(tx, redemptionId));
  if (!claim) return;
  const provider = ports.providers.find((candidate) => candidate.id === claim.provider);
  if (!provider) {
    const wait = waitAfter(claim, { t: 'retry', code: 'config' }, 'lookup');
    return ports.transact((tx) => markWaiting(tx, claim, wait));
  }
  const run = { ports, claim, provider: bindProvider(provider, requestOf(claim), ports) };
  const answer = await begin(run);
  return finish(run, answer.outcome.t === 'prepared' ? await commit(run, answer.outcome.ref) : answer);
}

const requestOf = (claim: Claim): PayoutRequest => ({
  redemptionId: claim.id,
  cardTier: claim.cardTier,
  amountUsd: claim.amountUsd,
});

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

async function commit(run: Run, ref: string): Promise<Answer | undefined> {
  const { ports, claim, provider } = run;
  const held = await ports.transact((tx) => renewClaim(tx, claim, ref));
  return held ? { outcome: await provider.commit(ref), asked: 'call' } : undefined;
}

async function finish(run: Run, answer: Answer | undefined): Promise<void> {
  if (!answer) return;
  const { ports, claim } = run;
  const { outcome, asked } = answer;
  if (outcome.t === 'issued') return ports.transact((tx) => markIssued(tx, claim, outcome));
  if (outcome.t === 'rejected') return refuse(run);
  const wait = waitAfter(claim, outcome, asked);
  return ports.transact((tx) => markWaiting(tx, claim, wait));
}

/** Returns the points only when a lookup proves that nothing spendable exists; otherwise the next run goes on. */
async function refuse(run: Run): Promise<void> {
  const { ports, claim, provider } = run;
  const stillHeld = () => ports.transact((tx) => renewClaim(tx, claim));
  if (!(await stillHeld())) return;
  let found = await provider.lookup();
  if (found.t === 'prepared' || found.t === 'accepted') {
    if (!(await stillHeld())) return;
    await provider.void(found.ref);
    found = await provider.lookup();
  }
  if (found.t === 'absent' || found.t === 'rejected') {
    return ports.transact((tx) => markFailed(tx, claim));
  }
  if (found.t === 'issued') return finish(run, { outcome: found, asked: 'lookup' });
  const unproven: CallOutcome = { t: 'unknown', code: 'refusal_unproven' };
  return finish(run, { outcome: unproven, asked: 'lookup' });
}
