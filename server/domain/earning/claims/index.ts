export { auditClaims } from './audit-claims.ts';
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
export { claimEvidence, openClaims } from './review-claims.ts';
export { takeClaim } from './take-claim.ts';
