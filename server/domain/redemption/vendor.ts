import type {
  CallOutcome,
  FulfilPorts,
  Outcome,
  PayoutProvider,
  PayoutRequest,
  VoidOutcome,
} from './ports.ts';

/** Longest time of one call to a provider. Two of them fit into a lease. */
const CALL_TIMEOUT_MS = 10_000;

/** A provider's calls for one redemption; they always answer. */
export interface BoundProvider {
  prepare: () => Promise<CallOutcome>;
  commit: (ref: string) => Promise<CallOutcome>;
  lookup: () => Promise<Outcome>;
  void: (ref: string) => Promise<VoidOutcome>;
}

/** Ties a provider to one request: a call that throws or takes too long is reported and answers `unknown`. */
export function bindProvider(
  provider: PayoutProvider,
  request: PayoutRequest,
  ports: Pick<FulfilPorts, 'report' | 'callTimeoutMs'>,
): BoundProvider {
  const guard = async <T>(call: string, work: (signal: AbortSignal) => Promise<T>) => {
    const signal = AbortSignal.timeout(ports.callTimeoutMs ?? CALL_TIMEOUT_MS);
    try {
      return await Promise.race([work(signal), rejectWhenAborted(signal)]);
    } catch (error) {
      ports.report(error, { redemptionId: request.redemptionId, provider: provider.id, call });
      return { t: 'unknown', code: signal.aborted ? 'timeout' : 'error' } as const;
    }
  };
  return {
    prepare: () => guard('prepare', (signal) => provider.prepare(request, signal)),
    commit: (ref) => guard('commit', (signal) => provider.commit(request, ref, signal)),
    lookup: () => guard('lookup', (signal) => provider.lookup(request, signal)),
    void: (ref) => guard('void', (signal) => provider.void(ref, signal)),
  };
}

const rejectWhenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
