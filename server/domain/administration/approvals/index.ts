export { adjustPoints } from './adjust-points.ts';
export { auditApprovals } from './audit.ts';
export { decideApproval } from './decide.ts';
export { listApprovals } from './list.ts';
export { type AwardSettings, requestAward } from './request-award.ts';
