import { z } from 'zod';
import { APPEAL_MAX_LENGTH } from './appeals.values.ts';
import { Assignee, assignmentBody } from './assignment.ts';
import { endpoint } from './endpoint.ts';
import { idParams, moment, requiredText } from './shapes.ts';
import { STAFF_LIST_MAX } from './staff.values.ts';
import { PAUSE_REASONS } from './suspensions.values.ts';

/** Appeals of members against a pause or a suspension. */

export const appeal = endpoint({
  method: 'POST',
  path: '/api/user/appeal',
  access: 'member',
  limit: 'appeal_user',
  summary: 'Answers a pause; lands in the queue of the admins. One appeal per pause',
  body: z.object({
    text: requiredText(APPEAL_MAX_LENGTH),
    since: moment
      .optional()
      .describe('When the pause that is answered began: another one is not answered. Without it, any is.'),
  }),
  output: z.object({}),
  errors: ['not_paused', 'pause_replaced', 'appeal_open'],
});

export const appealSuspension = endpoint({
  method: 'POST',
  path: '/api/suspension-appeal',
  access: 'public',
  limit: 'appeal_ip',
  summary:
    'Answers a suspension with the token of the refused sign-in; lands in the queue of the admins. One answer per suspension',
  body: z.object({ token: z.string().min(1).max(300), text: requiredText(APPEAL_MAX_LENGTH) }),
  output: z.object({}),
  errors: ['invalid_appeal_token', 'appeal_open'],
});

export const Appeal = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  kind: z.enum(['pause', 'suspension']),
  isStaff: z.boolean().describe('The suspended member has a role, so only an owner may decide.'),
  reason: z.enum(PAUSE_REASONS),
  pausedAt: moment.describe('The beginning of the pause or suspension.'),
  measureText: z.string().describe('What the member was told, and answers.'),
  text: z.string(),
  createdAt: moment,
  dueAt: moment.describe('An answer is due by this time.'),
  owner: Assignee.nullable(),
});
export type Appeal = z.infer<typeof Appeal>;

export const appeals = endpoint({
  method: 'GET',
  path: '/api/admin/appeals',
  access: 'admin',
  permission: 'queues.work',
  versioned: true,
  summary: `Open appeals, oldest first, at most ${STAFF_LIST_MAX}`,
  output: z.array(Appeal),
});

export const decideAppeal = endpoint({
  method: 'POST',
  path: '/api/admin/appeals/{id}/decision',
  access: 'admin',
  permission: 'queues.work',
  concerns: 'member_money',
  summary:
    'Grants an appeal (the pause or suspension ends) or keeps it, with an answer that the member reads. About the suspension of somebody with a role only an owner decides',
  params: idParams,
  body: z.object({ decision: z.enum(['granted', 'kept']), answer: requiredText(APPEAL_MAX_LENGTH) }),
  output: z.object({}),
  errors: ['appeal_decided', 'work_taken', 'approval_own', 'not_permitted'],
});

export const assignAppeal = endpoint({
  method: 'PUT',
  path: '/api/admin/appeals/{id}/owner',
  access: 'admin',
  permission: 'queues.work',
  concerns: 'member_money',
  summary: 'Takes an appeal for 15 minutes, or gives it back',
  params: idParams,
  body: assignmentBody,
  output: z.object({}),
  errors: ['appeal_decided', 'work_taken', 'approval_own'],
});
