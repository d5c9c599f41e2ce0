export { auditRedemptions } from './audit.ts';
export { fulfilRedemption } from './fulfil.ts';
export {
  type CallOutcome,
  type CardDetails,
  type FulfilPorts,
  type Outcome,
  type PayoutProvider,
  type PayoutRequest,
  SANDBOX_PROVIDER,
  type VoidOutcome,
} from './ports.ts';
export { listRedemptions, offerRewards, type Redemption, type RewardOffers } from './queries.ts';
export { requestRedemption } from './request.ts';
export { revealCard } from './reveal.ts';
export { expireRedemptions, recoverRedemptions } from './schedule.ts';
