import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import * as rules from './rules.ts';
import { idParams, moment } from './shapes.ts';
import { EMAIL_MAX_LENGTH } from './sign-in.values.ts';
import { STAFF_ROLES } from './staff.values.ts';

export const StaffMember = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
  twoFactor: z.boolean(),
  lastSeenAt: moment.nullable(),
  you: z.boolean(),
});
export type StaffMember = z.infer<typeof StaffMember>;

export const staff = endpoint({
  method: 'GET',
  path: '/api/admin/staff',
  access: 'admin',
  permission: 'staff.manage',
  summary: 'Everybody with a role, owners first',
  output: z.array(StaffMember),
});

export const grantRole = endpoint({
  method: 'POST',
  path: '/api/admin/staff',
  access: 'admin',
  permission: 'staff.manage',
  freshSignIn: true,
  summary: 'Gives a member a role, by their email address. Their sessions end, and they are told',
  body: z.object({
    email: z
      .string()
      .trim()
      .toLowerCase()
      .min(1, fault('required'))
      .max(EMAIL_MAX_LENGTH)
      .check(rules.withoutNul),
    role: z.enum(STAFF_ROLES),
  }),
  output: idParams,
  errors: ['no_such_member', 'already_staff', 'not_permitted', 'member_suspended'],
});

export const changeRole = endpoint({
  method: 'PUT',
  path: '/api/admin/staff/{id}',
  access: 'admin',
  permission: 'staff.manage',
  freshSignIn: true,
  summary: 'Changes the role of somebody, whose sessions end and who is told. The last owner stays one',
  params: idParams,
  body: z.object({ role: z.enum(STAFF_ROLES) }),
  output: z.object({}),
  errors: ['last_owner', 'not_permitted'],
});

export const removeRole = endpoint({
  method: 'DELETE',
  path: '/api/admin/staff/{id}',
  access: 'admin',
  permission: 'staff.manage',
  freshSignIn: true,
  summary:
    'Makes somebody a plain member again, whose sessions end and who is told. The last owner stays one',
  params: idParams,
  output: z.object({}),
  errors: ['last_owner', 'not_permitted'],
});
