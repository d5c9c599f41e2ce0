/** Name of an account. Only members' accounts are protected from overdraft. */
export type Account =
  | `member:${string}`
  | `wall:${string}`
  | 'missions'
  | 'credits:held'
  | 'payouts:held'
  | 'payouts:paid'
  | 'awards'
  | 'adjustments'
  | 'departed';

export const memberAccount = (userId: string): Account => `member:${userId}`;
export const wallAccount = (wall: string): Account => `wall:${wall}`;
export const MISSIONS: Account = 'missions';
/** Points of pending credits. */
export const CREDITS_HELD: Account = 'credits:held';
/** Points of redemptions under way. */
export const PAYOUTS_HELD: Account = 'payouts:held';
/** Points and cents of issued redemptions. */
export const PAYOUTS_PAID: Account = 'payouts:paid';
/** Cents that staff give. */
export const AWARDS: Account = 'awards';
/** Points that staff give or take. */
export const ADJUSTMENTS: Account = 'adjustments';
/**
 * Points that former members owe, until a new account at their mailbox takes them over, and those that walls took back after the
 * member had left.
 */
export const DEPARTED: Account = 'departed';
