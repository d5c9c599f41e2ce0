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
export {
  BALANCES,
  balanceOn,
  findTransfer,
  memberTransfers,
  pointsOutstanding,
  ROLLED_TO,
  readTransfer,
  sumTransfers,
  TRANSFERS,
} from './read.ts';
export { proveRollUp, rollUpLedger, SLOTS_AND_REST, slotOf } from './roll-up.ts';
