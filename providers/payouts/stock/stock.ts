import {
  type CallOutcome,
  type OwnReward,
  type OwnRewards,
  type PayoutProvider,
  STAFF_REFUSED,
  STOCK_PROVIDER,
} from '#domain/redemption/index.ts';

/** Gives uploaded codes. If none is left, the redemption waits for new codes or for a person. */
export function stockPayouts(own: OwnRewards): PayoutProvider {
  const take = async (redemptionId: string): Promise<CallOutcome> => {
    const taken = await own.take(redemptionId);
    if (taken.t === 'stopped') return taken;
    return taken.t === 'none' ? { t: 'retry', code: 'out_of_stock' } : outcomeOf(taken);
  };
  return {
    id: STOCK_PROVIDER,
    own: 'stock',
    delivery: 'at_once',
    prepare: ({ redemptionId }) => take(redemptionId),
    commit: ({ redemptionId }) => take(redemptionId),
    lookup: async ({ redemptionId }) => {
      const found = await own.find(redemptionId);
      return found.t === 'none' ? { t: 'absent' } : outcomeOf(found);
    },
    // A code is given at once, never prepared.
    void: async () => ({ t: 'rejected', code: 'given' }),
    code: (ref) => own.code(ref),
    link: (ref) => own.link(ref),
  };
}

function outcomeOf(found: Exclude<OwnReward, { t: 'none' }>): Exclude<CallOutcome, { t: 'prepared' }> {
  if (found.t === 'refused') return { t: 'rejected', code: STAFF_REFUSED };
  const { ref, reveal, expiresAt } = found;
  return { t: 'issued', ref, reveal, ...(expiresAt ? { expiresAt } : {}) };
}
