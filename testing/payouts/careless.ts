import { randomUUID } from 'node:crypto';
import type { PayoutProvider } from '#domain/redemption/index.ts';

/** Faults that a provider must not have. The tests that search for such faults must find them. */
export const CARELESS = ['refunds_silence', 'names_each_try'] as const;
export type Careless = (typeof CARELESS)[number];

/** The provider, made careless on purpose. */
export function makeCareless(provider: PayoutProvider, how: Careless): PayoutProvider {
  return {
    id: provider.id,
    delivery: provider.delivery,
    prepare: (request, signal) =>
      how === 'refunds_silence'
        ? provider.prepare(request, signal).catch(() => ({ t: 'rejected', code: 'no answer' }))
        : provider.prepare({ ...request, redemptionId: `${request.redemptionId} ${randomUUID()}` }, signal),
    commit: (request, ref, signal) => provider.commit(request, ref, signal),
    // Neither of them looks before it pays, so neither has a proof.
    lookup: async () => ({ t: 'absent' }),
    void: (ref, signal) => provider.void(ref, signal),
  };
}
