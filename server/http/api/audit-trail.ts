import * as contract from '#contract/audit-trail.ts';
import { searchAuditTrail, verifyPart } from '#domain/administration/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

/** The audit trail, and the check that no entry was changed. */
export const auditTrailRoutes = ({ database }: Services): Route[] => [
  implement(contract.auditEntries).with(({ query }) => searchAuditTrail(database, query)),
  implement(contract.verifyAudit).with(({ query }) => verifyPart(database, query.after)),
];
