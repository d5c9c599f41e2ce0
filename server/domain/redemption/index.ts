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
  shownAwardStatus,
  startAward,
} from './awards.ts';
export { readBillingAddress, saveBillingAddress } from './billing-address.ts';
export { createBreaker } from './breaker.ts';
export {
  claimFulfilment,
  fulfilByHand,
  listFulfilments,
  refuseFulfilment,
  releaseFulfilment,
} from './by-hand.ts';
export { changeReward, createReward, orderRewards, plannedRewards } from './catalogue.ts';
export { askForCheck, checkReward } from './check-reward.ts';
export { endOnLeaving, endStopped } from './end-stopped.ts';
export { addExampleRewards } from './examples.ts';
export { fulfilRedemption } from './fulfil.ts';
export { offerRewards, type RewardOffers } from './offer-rewards.ts';
export {
  type OwnReward,
  type OwnRewards,
  openOwnRewards,
  type RewardCode,
  type RewardKeys,
} from './own-rewards.ts';
export {
  type ApplePasses,
  applePass,
  type GooglePasses,
  googlePass,
  type PassPorts,
  passAddresses,
  type RewardPass,
} from './passes.ts';
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
  STAFF_REFUSED,
  STOCK_PROVIDER,
  STRIPE_PROVIDER,
  TREMENDOUS_PROVIDER,
  type VoidOutcome,
} from './ports.ts';
export { listRedemptions, type Redemption } from './queries.ts';
export { type EventVerdict, forgetPayoutEvents, receivePayoutEvent } from './receive-event.ts';
export { reconcilePayouts } from './reconcile.ts';
export { requestRedemption } from './request.ts';
export {
  codeOfReward,
  frameCard,
  keyOfFrame,
  linkReward,
  type RevealPorts,
  revealCard,
} from './reveal.ts';
export {
  answerReview,
  askMember,
  decideReview,
  listReviews,
  takeReview,
  tryRules,
  type Verdict,
  watchReviews,
} from './reviews/index.ts';
export { type RewardChoice, readReward, rewardsWithoutProvider, type Serving } from './rewards.ts';
export { expireRedemptions, recoverRedemptions } from './schedule.ts';
export { readStock, uploadStock, voidStock } from './stock.ts';
export { stopOf } from './stop.ts';
