export { type Activity, readActivity } from './activity.ts';
export * from './approvals/index.ts';
export { EXPORT_COLUMNS, type ExportRange, exportRows } from './exports.ts';
export * from './keys/index.ts';
export * from './members/index.ts';
export { readQueues } from './queues.ts';
export {
  type ActionEvidence,
  type Actor,
  auditHead,
  auditTrail,
  recordAction,
  recordReading,
  verifyPart,
} from './record-action.ts';
export { type AuditSearch, searchAudit } from './search-audit.ts';
export {
  changeRole,
  grantRole,
  listStaff,
  operatorGrants,
  operatorRevokes,
  type RoleChanged,
  removeRole,
} from './staff.ts';
export { siteStats } from './stats.ts';
export * from './webhooks/index.ts';
