import {
  type CallOutcome,
  MANUAL_PROVIDER,
  type OwnReward,
  type OwnRewards,
  type PayoutProvider,
  type PayoutRequest,
  STAFF_REFUSED,
} from '#domain/redemption/index.ts';

/** A person fulfils the redemption. Until then its points are held, and its own id is the `ref` of the reward. */
export function manualPayouts(own: OwnRewards): PayoutProvider {
  const look = async ({ redemptionId }: PayoutRequest) =>
    outcomeOf(await own.find(redemptionId), redemptionId);
  return {
    id: MANUAL_PROVIDER,
    own: 'person',
    delivery: 'within_promise',
    prepare: look,
    commit: look,
    lookup: look,
    void: async (redemptionId) => {
      const found = await own.withdraw(redemptionId);
      return found.t === 'ready' ? { t: 'rejected', code: 'fulfilled' } : { t: 'absent' };
    },
    code: (ref) => own.code(ref),
    link: (ref) => own.link(ref),
  };
}

function outcomeOf(found: OwnReward, redemptionId: string): CallOutcome {
  if (found.t === 'refused') return { t: 'rejected', code: STAFF_REFUSED };
  if (found.t === 'none') return { t: 'accepted', ref: redemptionId, why: 'review' };
  const { ref, reveal, expiresAt } = found;
  return { t: 'issued', ref, reveal, ...(expiresAt ? { expiresAt } : {}) };
}
