import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, moment, pagesOf } from './shapes.ts';
import { TASK_TYPES, TASKS_PAGE_MAX } from './tasks.values.ts';

export const Task = z.object({
  id: z.uuid(),
  taskType: z
    .string()
    .describe('One of TASK_TYPES, or another word, which the browser shows as a generic task.'),
  source: z.string().describe('The title of the wall that paid, or OWN_SOURCE.'),
  title: z.string().nullable().describe("The offer's name, if the wall sent one."),
  pointsEarned: z.int(),
  completed: z.boolean(),
  completedAt: moment,
  reversedAt: moment.nullable().describe('Set when the wall took the credit back.'),
  pendingUntil: moment
    .nullable()
    .describe(
      'Set while the points are pending: the time at which they count, unless they are taken back before.',
    ),
});
export type Task = z.infer<typeof Task>;

export const tasks = endpoint({
  method: 'GET',
  path: '/api/tasks',
  access: 'member',
  versioned: true,
  summary: `The member's tasks, newest first, at most ${TASKS_PAGE_MAX}; the ones before a task with \`before\``,
  query: z.object({
    before: z.uuid().optional().describe('Id of the last task of the previous page.'),
  }),
  output: z.array(Task),
  pages: pagesOf(TASKS_PAGE_MAX),
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
    pending: z.int().describe('Points that are not in the balance yet, and when the first of them will be.'),
    pendingUntil: moment.nullable(),
  }),
});

export const typicalTasks = endpoint({
  method: 'GET',
  path: '/api/tasks/typical',
  access: 'member',
  summary:
    'What the walls that are open here lately paid for a task, and how soon members had their first points. Only what enough tasks of enough members say',
  output: z.object({
    types: z
      .array(z.object({ taskType: z.enum(TASK_TYPES), points: z.int() }))
      .describe(
        'The most frequent first; half of the tasks paid at least so many points. Empty if too little is known.',
      ),
    firstPointsMinutes: z
      .int()
      .nullable()
      .describe(
        'Half of those who earned had points within so many minutes of making their account; null if too little is known.',
      ),
    holdDaysMax: z
      .int()
      .describe('For so many days at most what is earned at the walls that are open here is pending first.'),
  }),
});
export type TypicalTasks = z.infer<typeof typicalTasks.output>;

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
  points: z.int().nullable().describe('Points of the event, if it moves any.'),
  answer: z.string().nullable().describe("The admin's words about a decision."),
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
    wall: z
      .string()
      .nullable()
      .describe("Id of the task's wall if this site has the wall; a claim about the task names it."),
  }),
});
