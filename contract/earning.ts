import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { TASKS_PAGE_MAX } from './values.ts';

export const Task = z.object({
  id: z.uuid(),
  /** One of TASK_TYPES, or another word that the browser shows as generic. */
  taskType: z.string(),
  /** Who paid for it: the wall's title, or OWN_SOURCE. */
  source: z.string(),
  /** The offer's name as the wall gave it, if it gave one. */
  title: z.string().nullable(),
  pointsEarned: z.int(),
  completed: z.boolean(),
  completedAt: z.iso.datetime(),
  /** Set when the wall took the credit back. */
  reversedAt: z.iso.datetime().nullable(),
  /** Set while the points are pending: they count from then on, unless they are taken back before. */
  pendingUntil: z.iso.datetime().nullable(),
});
export type Task = z.infer<typeof Task>;

export const tasks = endpoint({
  method: 'GET',
  path: '/api/tasks',
  access: 'member',
  summary: `The member's tasks, newest first, at most ${TASKS_PAGE_MAX}; the ones before a task with \`before\``,
  query: z.object({
    /** Id of the last task of the page before. */
    before: z.uuid().optional(),
  }),
  output: z.array(Task),
  errors: [],
});

export const taskTotals = endpoint({
  method: 'GET',
  path: '/api/tasks/totals',
  access: 'member',
  summary: "What all the member's tasks brought; rewards that were taken back or are pending do not count",
  output: z.object({
    count: z.int(),
    points: z.int(),
    /** Points that are not in the balance yet, and when the first of them will be. */
    pending: z.int(),
    pendingUntil: z.iso.datetime().nullable(),
  }),
  errors: [],
});

/** What happened to a task. `pending` is dated with the day on which the points count. */
export const TASK_EVENTS = [
  'started',
  'received',
  'pending',
  'credited',
  'reversed',
  'claim_filed',
  'claim_granted',
  'claim_refused',
] as const;
export type TaskEventKind = (typeof TASK_EVENTS)[number];

export const TaskEvent = z.object({
  kind: z.enum(TASK_EVENTS),
  at: z.iso.datetime(),
  /** Points that it is about, where it is about points. */
  points: z.int().nullable(),
  /** What an admin says about a decision. */
  answer: z.string().nullable(),
});
export type TaskEvent = z.infer<typeof TaskEvent>;

export const taskTimeline = endpoint({
  method: 'GET',
  path: '/api/tasks/{id}/timeline',
  access: 'member',
  summary: "What happened to one of the member's tasks, in the order of time",
  params: z.object({ id: z.uuid() }),
  output: z.object({
    events: z.array(TaskEvent),
    /** Id of the wall that it came from, if this site has the wall: a claim about the task names it. */
    wall: z.string().nullable(),
  }),
  errors: [],
});

const Slot = z.object({
  divId: z.string(),
  style: z.string().optional(),
  options: z.record(z.string(), z.unknown()),
});

/** How a wall is shown: a frame, a vendor's script with its configuration and slots, or nothing (postbacks only). */
export const WallEmbed = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('iframe'), url: z.string(), height: z.int() }),
  z.object({
    kind: z.literal('script'),
    src: z.string(),
    globalVar: z.string(),
    config: z.unknown(),
    slots: z.array(Slot),
  }),
  z.object({ kind: z.literal('none') }),
  /** Not shown for now; what members have already earned there is still credited. */
  z.object({ kind: z.literal('paused') }),
]);
export type WallEmbed = z.infer<typeof WallEmbed>;

export const Wall = z.object({
  id: z.string(),
  title: z.string(),
  /** The pseudonymous code by which this wall knows the member. */
  memberCode: z.string(),
  embed: WallEmbed,
});
export type Wall = z.infer<typeof Wall>;

export const rapidoreachUid = endpoint({
  method: 'GET',
  path: '/api/rapidoreach/uid',
  access: 'member',
  summary: 'The signed id by which RapidoReach knows this member',
  output: z.object({ uid: z.string() }),
  errors: ['wall_unavailable'],
});

export const walls = endpoint({
  method: 'GET',
  path: '/api/walls',
  access: 'member',
  summary: 'The offer walls of this site, ready to embed for this member',
  output: z.array(Wall),
  errors: [],
});
