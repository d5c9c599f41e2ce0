import { z } from 'zod';
import { APPEAL_MAX_LENGTH } from './appeals.values.ts';
import { endpoint } from './endpoint.ts';
import { idParams, moment, requiredText } from './shapes.ts';
import { PAUSE_REASONS } from './suspensions.values.ts';

/** Pauses and suspensions, with a reason that is shown to the member. */

const since = moment.describe('When the one that is meant began; another one stays as it is.');
const Sanction = z.object({
  reason: z.enum(PAUSE_REASONS),
  text: requiredText(APPEAL_MAX_LENGTH),
  replaces: moment
    .nullable()
    .optional()
    .describe('When the one before began, null for none; without it, any.'),
});

export const pauseMember = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/pause',
  access: 'admin',
  permission: 'members.help',
  concerns: 'member_money',
  summary: 'Pauses redemptions of a member, with a reason and a text that the member reads',
  params: idParams,
  body: Sanction,
  output: z.object({}),
  errors: ['approval_own', 'measure_changed'],
});

export const resumeMember = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}/pause',
  access: 'admin',
  permission: 'members.help',
  concerns: 'member_money',
  summary: 'Ends a pause, but not the own one; an open appeal is granted',
  params: idParams,
  query: z.object({ since: since.optional() }),
  output: z.object({}),
  errors: ['approval_own', 'measure_changed'],
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
  body: Sanction,
  output: z.object({}),
  errors: ['approval_own', 'measure_changed', 'not_permitted', 'last_owner'],
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
  query: z.object({ since: since.optional() }),
  output: z.object({}),
  errors: ['approval_own', 'measure_changed', 'not_permitted'],
});
