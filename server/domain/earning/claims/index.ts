export { takeClaim } from './assign-claim.ts';
export {
  type ClaimDecision,
  grantedLately,
  type LockedClaim,
  lockClaim,
  pointsOfGrant,
  settleClaim,
  takenByOther,
} from './decide-claim.ts';
export { fileClaim, listClaims } from './file-claim.ts';
export { auditClaims } from './prove-claims.ts';
export { claimEvidence, openClaims } from './review-claims.ts';
