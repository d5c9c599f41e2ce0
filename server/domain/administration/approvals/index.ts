export { adjustPoints } from './adjust-points.ts';
export { decideApproval } from './decide.ts';
export { decideClaim } from './decide-claim.ts';
export { listApprovals } from './list.ts';
export { auditApprovals } from './prove-approvals.ts';
export { addMission, type MissionSaved, saveMission } from './publish-mission.ts';
export { requestAward } from './request-award.ts';
export type { TwoPeople } from './two-people.ts';
