export { type Activity, readActivity } from './activity.ts';
export {
  type AwardSettings,
  adjustPoints,
  auditApprovals,
  decideApproval,
  listApprovals,
  requestAward,
} from './approvals/index.ts';
export { grantAdmin } from './grant-admin.ts';
export * from './members/index.ts';
export { type ActionEvidence, type Actor, auditTrail, recordAction } from './record-action.ts';
export { siteStats } from './stats.ts';
