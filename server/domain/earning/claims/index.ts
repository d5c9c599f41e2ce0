export { auditClaims } from './audit-claims.ts';
export { decideClaim } from './decide-claim.ts';
export { fileClaim, listClaims } from './file-claim.ts';
export { claimEvidence, openClaims } from './review-claims.ts';
export { takeClaim } from './take-claim.ts';
