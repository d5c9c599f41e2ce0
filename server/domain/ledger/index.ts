export {
  ADJUSTMENTS,
  AWARDS,
  CREDITS_HELD,
  DEPARTED,
  MISSIONS,
  memberAccount,
  PAYOUTS_HELD,
  PAYOUTS_PAID,
  wallAccount,
} from './accounts.ts';
export { InsufficientBalance, type Posted, post, type Transfer } from './post.ts';
export { proveLedger } from './prove.ts';
export { proveCauses } from './prove-causes.ts';
export {
  BALANCES,
  balanceOn,
  creditsOf,
  debtsLeft,
  findTransfer,
  idsByKey,
  memberTransfers,
  type PointsOwed,
  pointsOutstanding,
  pointsOwed,
  ROLLED_TO,
  readTransfer,
  sumTransfers,
  TRANSFERS,
  transfersNotRolledUp,
} from './read.ts';
export {
  proveRollUp,
  REST,
  rollUpLedger,
  SLOTS,
  SLOTS_AND_REST,
  slotOf,
  sumPointsLeft,
  TOTALS_AND_REST,
} from './roll-up.ts';
export { transfersWithin } from './transfers-within.ts';
