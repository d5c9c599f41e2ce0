export * from './api-keys/index.ts';
export * from './approvals/index.ts';
export {
  type ActionEvidence,
  type Actor,
  readAuditTrailHead,
  recordAction,
  recordReading,
  verifyAuditTrail,
  verifyPart,
} from './audit-trail/record-action.ts';
export { recordRenaming } from './audit-trail/record-renaming.ts';
export { searchAuditTrail } from './audit-trail/search-audit.ts';
export { EXPORT_COLUMNS, exportRows } from './exports/exports.ts';
export * from './figures/index.ts';
export * from './members/index.ts';
export { readActivity } from './overview/activity.ts';
export { readQueues } from './overview/queues.ts';
export { siteStats } from './overview/stats.ts';
export {
  applyRoleElsewhere,
  changeRole,
  grantRole,
  listStaff,
  operatorGrants,
  operatorRevokes,
  type RoleChanged,
  removeRole,
} from './staff/staff.ts';
export * from './webhooks/index.ts';
