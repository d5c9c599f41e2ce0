import type { CallOutcome, PayoutProvider, PayoutRequest } from '#domain/redemption/index.ts';

/** A person makes the reward by hand: the redemption waits under its own id, its points held, within the promise. */
export function manualPayouts(): PayoutProvider {
  const waiting = async (request: PayoutRequest): Promise<CallOutcome> => ({
    t: 'accepted',
    ref: request.redemptionId,
    why: 'review',
  });
  return {
    id: 'manual',
    delivery: 'within_promise',
    prepare: waiting,
    commit: waiting,
    lookup: waiting,
    void: async () => ({ t: 'absent' }),
  };
}
