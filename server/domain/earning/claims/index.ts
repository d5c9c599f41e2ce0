export { assignClaim } from './assign-claim.ts';
export {
  type ClaimDecision,
  lockClaim,
  pointsOfGrant,
  refusePaidSince,
  settleClaim,
  takenByOther,
} from './decide-claim.ts';
export { fileClaim, listClaims } from './file-claim.ts';
export { IS_PAID_TOO } from './paid-too.ts';
export { proveClaims } from './prove-claims.ts';
export { claimEvidence, readOpenClaims } from './review-claims.ts';
