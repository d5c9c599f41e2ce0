import type { Redemption } from '#contract/redemptions.ts';

/** True until the redemption has an outcome. */
export const isOpen = ({ status }: Pick<Redemption, 'status'>): boolean =>
  status === 'pending' || status === 'processing' || status === 'review';

/** Whether it goes on once the member has given details. */
export const needsDetails = (redemption: Pick<Redemption, 'status' | 'reason'>): boolean =>
  isOpen(redemption) && redemption.reason === 'details_needed';
