export {
  type Award,
  type AwardRequest,
  awaitsApproval,
  holdAward,
  readAward,
  recordAward,
  startAward,
} from './awards/awards.ts';
export {
  changeReward,
  changeRewardPicture,
  createReward,
  orderRewards,
  plannedRewards,
  translateReward,
} from './catalogue/catalogue.ts';
export { addExampleRewards, offersExampleRewards } from './catalogue/examples.ts';
export { activeRewards, offerRewards } from './catalogue/offer-rewards.ts';
export {
  type Reward,
  type RewardChoice,
  readReward,
  readRewardPicture,
  rewardsWithoutProvider,
  type Serving,
} from './catalogue/rewards.ts';
export {
  assignFulfilment,
  fulfilByHand,
  listFulfilments,
  refuseFulfilment,
  releaseFulfilment,
} from './fulfilments/fulfilments.ts';
export {
  type ApplePasses,
  applePass,
  type GooglePasses,
  googlePass,
  type PassPorts,
  passAddresses,
  type RewardPass,
} from './passes/passes.ts';
export { type Breaker, createBreaker } from './payout/breaker.ts';
export { askForCheck, checkReward } from './payout/check-reward.ts';
export { endOnLeaving, endOwnRedemption, endRedemption } from './payout/end.ts';
export { expireRedemptions } from './payout/expire.ts';
export { fulfilRedemption } from './payout/fulfil.ts';
export { mendLeases, mendTurns } from './payout/mend.ts';
export { missingProviders } from './payout/missing-providers.ts';
export { noteMade } from './payout/note-made.ts';
export { countOpenRedemptions, type OpenRedemptions } from './payout/open-redemptions.ts';
export { forgetPayoutEvents, receivePayoutEvent } from './payout/receive-event.ts';
export { reconcilePayouts, type UnknownReward } from './payout/reconcile.ts';
export { COUNT_AS_REMINDED, remindOfRewards } from './payout/remind.ts';
export { recoverRedemptions } from './payout/schedule.ts';
export { stopOf } from './payout/stop.ts';
export {
  type CallOutcome,
  type CardDetails,
  type CardFrame,
  type EnrollOutcome,
  type Fate,
  type FulfilPorts,
  type ListedReward,
  MANUAL_PROVIDER,
  type Outcome,
  OWN_PROVIDERS,
  type OwnReward,
  type OwnRewards,
  type PayoutEvent,
  type PayoutProvider,
  type PayoutRequest,
  type Recipient,
  type ReportedCall,
  SANDBOX_PROVIDER,
  STAFF_REFUSED,
  STOCK_PROVIDER,
  type VoidOutcome,
} from './ports.ts';
export { proveAwards } from './proof/prove-awards.ts';
export { proveRedemptions } from './proof/prove-redemptions.ts';
export {
  readBillingAddress,
  readCountry,
  saveBillingAddress,
  wakeForDetails,
} from './request/billing-address.ts';
export { listRedemptions, type Redemption } from './request/list-redemptions.ts';
export { requestRedemption } from './request/request.ts';
export { openRequests, type Requests } from './request/requests.ts';
export {
  codeOfReward,
  frameCard,
  keyOfFrame,
  linkReward,
  revealCard,
} from './reveal/reveal.ts';
export {
  answerReview,
  askMember,
  assignReview,
  decideReview,
  listReviews,
  tryRules,
  type Verdict,
  watchReviews,
} from './reviews/index.ts';
export {
  GIVEN,
  GOES_ON,
  IS_DECIDED,
  IS_LATE_PAYOUT,
  IS_OPEN,
  IS_STUCK,
  OPEN,
  OPEN_STATUSES,
  TOLD_REASON,
  WAITS_FOR_PERSON,
} from './states.ts';
export { openOwnRewards, type RewardKeys } from './stock/own-rewards.ts';
export { reEncryptRewards } from './stock/re-encrypt-rewards.ts';
export { readStock, uploadStock, voidStock } from './stock/stock.ts';
