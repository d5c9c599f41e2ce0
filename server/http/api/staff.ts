import * as contract from '#contract/staff.ts';
import {
  changeRole,
  grantRole,
  listStaff,
  type RoleChanged,
  removeRole,
} from '#domain/administration/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';

/** Staff and their roles. */
export function staffRoutes({ database }: Services): Route[] {
  return [
    implement(contract.staff).with(async (_, { member }) =>
      (await listStaff(database)).map((one) => ({
        ...one,
        you: one.id === member.id,
      })),
    ),
    implement(contract.grantRole).asStaff(async (tx, { body }, { member }) => {
      const changed = await grantRole(tx, { ...body, actorId: member.id });
      return recordedRole(changed, { id: changed.memberId });
    }),
    implement(contract.changeRole).asStaff(async (tx, { params, body }, { member }) => {
      const change = { actorId: member.id, memberId: params.id };
      return recordedRole(await changeRole(tx, change, body.role), {});
    }),
    implement(contract.removeRole).asStaff(async (tx, { params }, { member }) => {
      const change = { actorId: member.id, memberId: params.id };
      return recordedRole(await removeRole(tx, change), {});
    }),
  ];
}

const recordedRole = <O extends object>({ memberId, before, after }: RoleChanged, output: O) =>
  recorded('member', memberId, { before: { staffRole: before }, after: { staffRole: after } }, output);
