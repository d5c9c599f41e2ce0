import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, moment } from './shapes.ts';
import { TASKS_PAGE_MAX } from './tasks.values.ts';

export const Task = z.object({
  id: z.uuid(),
  /** One of TASK_TYPES, or another word, which the browser shows as a generic task. */
  taskType: z.string(),
  /** The title of the wall that paid, or OWN_SOURCE. */
  source: z.string(),
  /** The offer's name, if the wall sent one. */
  title: z.string().nullable(),
  pointsEarned: z.int(),
  completed: z.boolean(),
  completedAt: moment,
  /** Set when the wall took the credit back. */
  reversedAt: moment.nullable(),
  /** Set while the points are pending: the time at which they count, unless they are taken back before. */
  pendingUntil: moment.nullable(),
});
export type Task = z.infer<typeof Task>;

export const tasks = endpoint({
  method: 'GET',
  path: '/api/tasks',
  access: 'member',
  versioned: true,
  summary: `The member's tasks, newest first, at most ${TASKS_PAGE_MAX}; the ones before a task with \`before\``,
  query: z.object({
    /** Id of the last task of the previous page. */
    before: z.uuid().optional(),
  }),
  output: z.array(Task),
});

export const taskTotals = endpoint({
  method: 'GET',
  path: '/api/tasks/totals',
  access: 'member',
  versioned: true,
  summary: "What all the member's tasks brought; rewards that were taken back or are pending do not count",
  output: z.object({
    count: z.int(),
    points: z.int(),
    /** Points that are not in the balance yet, and when the first of them will be. */
    pending: z.int(),
    pendingUntil: moment.nullable(),
  }),
});

/** What happened to a task. `pending` has the date on which the points count. */
const TASK_EVENTS = [
  'started',
  'received',
  'pending',
  'credited',
  'reversed',
  'claim_filed',
  'claim_granted',
  'claim_refused',
] as const;

export const TaskEvent = z.object({
  kind: z.enum(TASK_EVENTS),
  at: moment,
  /** Points of the event, if it moves any. */
  points: z.int().nullable(),
  /** The admin's words about a decision. */
  answer: z.string().nullable(),
});
export type TaskEvent = z.infer<typeof TaskEvent>;

export const taskTimeline = endpoint({
  method: 'GET',
  path: '/api/tasks/{id}/timeline',
  access: 'member',
  summary: "What happened to one of the member's tasks, in the order of time",
  params: idParams,
  output: z.object({
    events: z.array(TaskEvent),
    /** Id of the task's wall if this site has the wall; a claim about the task names it. */
    wall: z.string().nullable(),
  }),
});
