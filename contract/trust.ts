import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { STAFF_LIST_MAX } from './operations-values.ts';
import { QueueOwner } from './queue-owner.ts';
import * as rules from './rules.ts';
import { APPEAL_MAX_LENGTH, PAUSE_REASONS } from './values.ts';

/** Pauses and suspensions with a reason that the member is shown, and appeals against them. */

const appealText = z.string().trim().min(1, 'Required').max(APPEAL_MAX_LENGTH).check(rules.withoutNul);

export const appeal = endpoint({
  method: 'POST',
  path: '/api/user/appeal',
  access: 'member',
  summary: 'Answers a pause; lands in the queue of the admins. One open appeal per pause',
  body: z.object({ text: appealText }),
  output: z.object({}),
  errors: ['not_paused', 'appeal_open', 'too_many_requests'],
});

export const pauseMember = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/pause',
  access: 'admin',
  permission: 'members.help',
  concerns: 'member_money',
  summary: 'Pauses redemptions of a member, with a reason and a text that the member reads',
  params: z.object({ id: z.uuid() }),
  body: z.object({ reason: z.enum(PAUSE_REASONS), text: appealText }),
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
  params: z.object({ id: z.uuid() }),
  output: z.object({}),
  errors: ['approval_own'],
});

export const appealSuspension = endpoint({
  method: 'POST',
  path: '/api/suspension-appeal',
  access: 'public',
  summary:
    'Answers a suspension with the token of the refused sign-in; lands in the queue of the admins. One answer per suspension',
  body: z.object({ token: z.string().min(1).max(300), text: appealText }),
  output: z.object({}),
  errors: ['invalid_appeal_token', 'appeal_open', 'too_many_requests'],
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
  params: z.object({ id: z.uuid() }),
  body: z.object({ reason: z.enum(PAUSE_REASONS), text: appealText }),
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
  params: z.object({ id: z.uuid() }),
  output: z.object({}),
  errors: ['approval_own', 'not_permitted'],
});

export const Appeal = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  kind: z.enum(['pause', 'suspension']),
  /** The suspension of somebody with a role: only an owner decides. */
  isStaff: z.boolean(),
  reason: z.enum(PAUSE_REASONS),
  /** When the pause or the suspension began. */
  pausedAt: z.iso.datetime(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  /** When it should be answered at the latest. */
  dueAt: z.iso.datetime(),
  owner: QueueOwner.nullable(),
});
export type Appeal = z.infer<typeof Appeal>;

export const appeals = endpoint({
  method: 'GET',
  path: '/api/admin/appeals',
  access: 'admin',
  permission: 'queues.work',
  summary: `Open appeals, oldest first, at most ${STAFF_LIST_MAX}`,
  output: z.array(Appeal),
  errors: [],
});

export const decideAppeal = endpoint({
  method: 'POST',
  path: '/api/admin/appeals/{id}/decision',
  access: 'admin',
  permission: 'queues.work',
  concerns: 'member_money',
  summary:
    'Grants an appeal (the pause or suspension ends) or keeps it, with an answer that the member reads. About the suspension of somebody with a role only an owner decides',
  params: z.object({ id: z.uuid() }),
  body: z.object({ decision: z.enum(['granted', 'kept']), answer: appealText }),
  output: z.object({}),
  errors: ['appeal_decided', 'work_taken', 'approval_own', 'not_permitted'],
});
