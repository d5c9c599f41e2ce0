import * as contract from '#contract/staff.ts';
import {
  changeRole,
  grantRole,
  listStaff,
  type RoleChanged,
  removeRole,
} from '#domain/administration/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

/** Who has a role. */
export function staffRoutes({ database }: Services): Route[] {
  const evidence = ({ memberId, before, after }: RoleChanged) => ({
    subject: { kind: 'member', id: memberId },
    before: { staffRole: before },
    after: { staffRole: after },
  });
  return [
    implement(contract.staff).with(async (_, { member }) =>
      (await listStaff(database)).map((one) => ({
        ...one,
        you: one.id === member.id,
      })),
    ),
    implement(contract.grantRole).asStaff(async (tx, { body }, { member }) => {
      const changed = await grantRole(tx, { ...body, actorId: member.id });
      return { output: { id: changed.memberId }, evidence: evidence(changed) };
    }),
    implement(contract.changeRole).asStaff(async (tx, { params, body }, { member }) => {
      const change = { actorId: member.id, memberId: params.id };
      return { output: {}, evidence: evidence(await changeRole(tx, change, body.role)) };
    }),
    implement(contract.removeRole).asStaff(async (tx, { params }, { member }) => {
      const change = { actorId: member.id, memberId: params.id };
      return { output: {}, evidence: evidence(await removeRole(tx, change)) };
    }),
  ];
}
