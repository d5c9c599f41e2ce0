export { auditRedemptions } from './audit.ts';
export { auditAwards } from './audit-awards.ts';
export {
  type Award,
  type AwardRequest,
  awardedLately,
  holdAward,
  listAwards,
  readAward,
  recordAward,
  startAward,
} from './awards.ts';
export { readBillingAddress, saveBillingAddress } from './billing-address.ts';
export { createBreaker } from './breaker.ts';
export { askForCheck, checkReward } from './check-reward.ts';
export { fulfilRedemption } from './fulfil.ts';
export {
  type CallOutcome,
  type CardDetails,
  type CardFrame,
  type EnrollOutcome,
  type EventSubject,
  type Fate,
  type FulfilPorts,
  type ListedReward,
  type Outcome,
  type PayoutEvent,
  type PayoutProvider,
  type PayoutRequest,
  type Recipient,
  SANDBOX_PROVIDER,
  STRIPE_PROVIDER,
  type VoidOutcome,
} from './ports.ts';
export { listRedemptions, offerRewards, type Redemption, type RewardOffers } from './queries.ts';
export { type EventVerdict, forgetPayoutEvents, receivePayoutEvent } from './receive-event.ts';
export { reconcilePayouts } from './reconcile.ts';
export { requestRedemption } from './request.ts';
export { frameCard, keyOfFrame, linkReward, type RevealPorts, revealCard } from './reveal.ts';
export type { Serving } from './rewards.ts';
export { expireRedemptions, recoverRedemptions } from './schedule.ts';
