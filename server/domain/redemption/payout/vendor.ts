import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { rejectWhenAborted } from '#domain/common/reject-when-aborted.ts';
import type {
  CallOutcome,
  EnrollOutcome,
  FulfilPorts,
  Outcome,
  PayoutProvider,
  PayoutRequest,
  VoidOutcome,
} from '#domain/redemption/ports.ts';
import { awaitTurn } from './turn.ts';

/** Longest call to a provider. Two calls and their turns fit into a lease, which each step starts anew. */
const CALL_TIMEOUT_MS = 10_000;
/** A call without an answer was met by silence if it took this share of that time: some vendors' libraries give up before. */
const SILENT_SHARE = 0.5;

/** A provider's calls for one redemption; they return an outcome even if the provider fails. */
export interface BoundProvider {
  /** Undefined if the provider needs no enrolment. */
  enroll: (() => Promise<EnrollOutcome | { t: 'stopped' }>) | undefined;
  prepare: () => Promise<CallOutcome>;
  commit: (ref: string) => Promise<CallOutcome>;
  lookup: () => Promise<Outcome>;
  void: (ref: string) => Promise<VoidOutcome>;
}

/**
 * Binds a provider to one request. A call that throws or takes too long is reported and returns `unknown`. No call is
 * made while the breaker is open or the provider silent, and each waits for its turn. Calls that could pay begin in the
 * transaction in which `mayBegin` allows it, otherwise they return `stopped`. Throws if the database failed before anything
 * was asked of the provider.
 */
export function bindProvider(
  provider: PayoutProvider,
  request: PayoutRequest,
  ports: Pick<FulfilPorts, 'transact' | 'report' | 'onRefused' | 'onAnswered' | 'callTimeoutMs' | 'breaker'>,
  mayBegin: (tx: Tx) => Promise<boolean>,
): BoundProvider {
  const enroll = provider.enroll?.bind(provider);
  const guard = async <T extends { t: string; code?: string; why?: string; field?: string }>(
    call: string,
    work: (signal: AbortSignal) => Promise<T>,
  ) => {
    const about = { redemptionId: request.redemptionId, provider: provider.id, call };
    const pauseMs = ports.breaker?.pauseMs(provider.id);
    if (pauseMs) return { t: 'retry', code: 'config', afterMs: pauseMs, unasked: true } as const;
    const silentMs = ports.breaker?.silentMs(provider.id);
    if (silentMs) return { t: 'retry', code: 'rate', afterMs: silentMs, unasked: true } as const;
    const late = await awaitTurn(ports.transact, provider);
    if (late) return { t: 'retry', code: 'rate', afterMs: late.afterMs, unasked: true } as const;
    const timeoutMs = ports.callTimeoutMs ?? CALL_TIMEOUT_MS;
    const signal = AbortSignal.timeout(timeoutMs);
    const began = performance.now();
    const answered = (outcome: string) => {
      const ms = performance.now() - began;
      ports.onAnswered?.(about, outcome, ms);
      ports.breaker?.heard(provider.id, outcome === 'unknown' && ms >= timeoutMs * SILENT_SHARE);
    };
    try {
      const outcome = await Promise.race([work(signal), rejectWhenAborted(signal)]);
      // Nobody was asked then, nor where details of the member are missing: those that were refused have their name.
      const isUnasked =
        outcome.t === 'stopped' || (outcome.why === 'needs_info' && outcome.field === undefined);
      if (!isUnasked) answered(outcome.t);
      if (outcome.t === 'rejected') ports.onRefused?.(outcome.code ?? '', about);
      if (outcome.field !== undefined) ports.onRefused?.(outcome.field, about);
      if (outcome.t === 'retry' && outcome.code === 'config') ports.breaker?.trip(provider.id);
      return outcome;
    } catch (error) {
      if (error instanceof NotBegun) throw error.cause;
      answered('unknown');
      ports.report(error, about);
      return { t: 'unknown', code: signal.aborted ? 'timeout' : 'error' } as const;
    }
  };
  const unlessStopped = <T>(begin: () => Promise<T>) => beginUnlessStopped(ports.transact, mayBegin, begin);
  return {
    enroll: enroll && (() => guard('enroll', (signal) => unlessStopped(() => enroll(request, signal)))),
    prepare: () => guard('prepare', (signal) => unlessStopped(() => provider.prepare(request, signal))),
    commit: (ref) => guard('commit', (signal) => unlessStopped(() => provider.commit(request, ref, signal))),
    lookup: () => guard('lookup', (signal) => provider.lookup(request, signal)),
    void: (ref) => guard('void', (signal) => provider.void(ref, signal)),
  };
}

/** The database failed before a call began: the run ends without a record, so the next one looks for the reward first. */
class NotBegun extends Error {}

/** Begins a call that could pay while the locks of `mayBegin` are held, and waits for its result after they are released. */
async function beginUnlessStopped<T>(
  transact: Transact,
  mayBegin: (tx: Tx) => Promise<boolean>,
  begin: () => Promise<T>,
): Promise<T | { t: 'stopped' }> {
  const call: { answer?: Promise<T> } = {};
  try {
    await transact(async (tx) => {
      if (!(await mayBegin(tx))) return;
      call.answer = begin();
      // The call is awaited below, even if the transaction fails.
      call.answer.catch(() => {});
    });
  } catch (error) {
    // Otherwise the call has begun, although the transaction failed.
    if (!call.answer) throw new NotBegun('The provider was not asked.', { cause: error });
  }
  return call.answer ?? { t: 'stopped' };
}
