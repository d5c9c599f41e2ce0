import { z } from 'zod';
import { APPEAL_MAX_LENGTH } from './appeals.values.ts';
import { endpoint } from './endpoint.ts';
import { idParams, requiredText } from './shapes.ts';
import { PAUSE_REASONS } from './suspensions.values.ts';

/** Pauses and suspensions, with a reason that is shown to the member. */

export const pauseMember = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/pause',
  access: 'admin',
  permission: 'members.help',
  concerns: 'member_money',
  summary: 'Pauses redemptions of a member, with a reason and a text that the member reads',
  params: idParams,
  body: z.object({ reason: z.enum(PAUSE_REASONS), text: requiredText(APPEAL_MAX_LENGTH) }),
  output: z.object({}),
  errors: ['approval_own'],
});

export const resumeMember = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}/pause',
  access: 'admin',
  permission: 'members.help',
  concerns: 'member_money',
  summary: 'Ends a pause, but not the own one; an open appeal is granted',
  params: idParams,
  output: z.object({}),
  errors: ['approval_own'],
});

export const suspendMember = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/suspension',
  access: 'admin',
  permission: 'members.help',
  freshSignIn: true,
  concerns: 'member_money',
  summary:
    'Suspends a member, with a reason and a text that they read at sign-in; every session ends. Not oneself; somebody with a role only by an owner',
  params: idParams,
  body: z.object({ reason: z.enum(PAUSE_REASONS), text: requiredText(APPEAL_MAX_LENGTH) }),
  output: z.object({}),
  errors: ['approval_own', 'not_permitted', 'last_owner'],
});

export const liftSuspension = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}/suspension',
  access: 'admin',
  permission: 'members.help',
  freshSignIn: true,
  concerns: 'member_money',
  summary: 'Ends a suspension, but not the own one; an open appeal is granted',
  params: idParams,
  output: z.object({}),
  errors: ['approval_own', 'not_permitted'],
});
