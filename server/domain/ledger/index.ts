export {
  type Account,
  ADJUSTMENTS,
  AWARDS,
  CREDITS_HELD,
  DEPARTED,
  isMemberAccount,
  MISSIONS,
  memberAccount,
  PAYOUTS_HELD,
  PAYOUTS_PAID,
  wallAccount,
} from './accounts.ts';
export { InsufficientBalance, type Posted, post, type Transfer } from './post.ts';
export { audit } from './prove.ts';
export { auditRollUp, rollUpLedger, SLOTS_AND_REST, slotOf } from './roll-up.ts';
