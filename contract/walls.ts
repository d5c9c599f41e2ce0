import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { entryId, moment, requiredText } from './shapes.ts';
import { OPERATOR_TEXT_MAX_LENGTH, STAFF_LIST_MAX } from './staff.values.ts';
import { WallMoney } from './walls.money.ts';
import { CALL_PARTS, WALL_ALARM_KINDS, WALL_PERIODS } from './walls.values.ts';

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
  /** Hidden for now; what members have already earned there is still credited. */
  z.object({ kind: z.literal('paused') }),
]);
export type WallEmbed = z.infer<typeof WallEmbed>;

export const Wall = z.object({
  id: z.string(),
  title: z.string(),
  /** The wall's pseudonymous code of the member. */
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
  versioned: true,
  summary: 'The offer walls of this site, ready to embed for this member',
  output: z.array(Wall),
});

const wallParams = z.object({ wall: z.string().max(40) });

const Counts = z.object({
  credited: z.int(),
  reversed: z.int(),
  duplicate: z.int(),
  rejected: z.int(),
  parked: z.int(),
  /** Test calls, pending ones, and those without points. */
  other: z.int(),
});

export const WallHealth = z.object({
  id: z.string(),
  title: z.string(),
  /** How members see the wall; `none`: it only sends postbacks. */
  shown: z.enum(['iframe', 'script', 'none']),
  methods: z.array(z.string()),
  /** The address that the wall calls, with its macros if they are known. */
  address: z.string(),
  /** Every parameter that is read from a call. */
  parameters: z.array(z.string()),
  proof: z.object({
    /** Parts of a call that its proof does not cover, so that its sender can choose them. */
    open: z.array(z.enum(CALL_PARTS)),
    /** The only addresses that may call; null for any. An open proof without a list is accepted in the walls file. */
    addresses: z.array(z.string()).nullable(),
  }),
  pause: z.object({ reason: z.string(), since: moment }).nullable(),
  lastPostbackAt: moment.nullable(),
  /** Alarms that are not acknowledged yet. */
  openAlarms: z.int(),
  /** Calls of the period. A repeat is counted with the first call of its kind. */
  counts: Counts,
  /** Money of the period. */
  money: WallMoney,
  /** Times of the newest credits within the period; null if there are none. */
  handling: z.object({ calls: z.int(), medianMs: z.int(), p95Ms: z.int() }).nullable(),
  /** Why calls were rejected within the period, the most frequent first. */
  reasons: z.array(z.object({ verdict: z.string(), reason: z.string(), count: z.int() })),
  /** The last 24 hours by their beginnings, including hours without a call. */
  hours: z.array(Counts.extend({ at: moment })),
});
export type WallHealth = z.infer<typeof WallHealth>;

export const wallsHealth = endpoint({
  method: 'GET',
  path: '/api/admin/walls',
  access: 'admin',
  permission: 'site.read',
  versioned: true,
  summary: 'The walls of this site: how their postbacks fare, and how members see them',
  query: z.object({ period: z.enum(WALL_PERIODS).default('day') }),
  output: z.array(WallHealth),
});

export const WallAlarm = z.object({
  id: z.string(),
  wall: z.string(),
  title: z.string(),
  kind: z.enum(WALL_ALARM_KINDS),
  /** The UTC day whose credits are unusual. */
  day: z.iso.date(),
  /** Points; percent for `unnamed`, `flagged` and `cost`. */
  value: z.int(),
  /** Null if the wall has too few days of history, and for `cost`. */
  usual: z.int().nullable(),
  /** The limit that `value` reached. */
  threshold: z.int(),
  /** The member who earned most, if the alarm is about one member. */
  userId: z.uuid().nullable(),
  at: moment,
});
export type WallAlarm = z.infer<typeof WallAlarm>;

export const wallAlarms = endpoint({
  method: 'GET',
  path: '/api/admin/wall-alarms',
  access: 'admin',
  permission: 'queues.work',
  versioned: true,
  summary: `Days on which the credits of a wall left their own pattern, as far as nobody has looked at them, newest first, at most ${STAFF_LIST_MAX}`,
  output: z.array(WallAlarm),
});

export const closeWallAlarm = endpoint({
  method: 'PUT',
  path: '/api/admin/wall-alarms/{id}/note',
  access: 'admin',
  permission: 'queues.work',
  summary:
    'Says that somebody has looked at an alarm, and what they found. It is open again when its figure doubles that day',
  params: z.object({ id: entryId }),
  body: z.object({ note: requiredText(OPERATOR_TEXT_MAX_LENGTH) }),
  output: z.object({}),
});

export const pauseWall = endpoint({
  method: 'PUT',
  path: '/api/admin/walls/{wall}/pause',
  access: 'admin',
  permission: 'catalogue.edit',
  summary: 'Hides a wall from members, who are told so. Its postbacks are still taken. `reason` is for staff',
  params: wallParams,
  body: z.object({ reason: requiredText(OPERATOR_TEXT_MAX_LENGTH) }),
  output: z.object({}),
});

export const resumeWall = endpoint({
  method: 'DELETE',
  path: '/api/admin/walls/{wall}/pause',
  access: 'admin',
  permission: 'catalogue.edit',
  summary: 'Shows a paused wall again',
  params: wallParams,
  output: z.object({}),
});

export const testWall = endpoint({
  method: 'POST',
  path: '/api/admin/walls/{wall}/test',
  access: 'admin',
  permission: 'catalogue.edit',
  summary:
    "Sends a signed test call to this server, by HTTP as the wall's company would. It names nobody and is never credited",
  params: wallParams,
  output: z.object({
    /** The response of this server, in the wall's own words. */
    status: z.int(),
    body: z.string(),
    /** Null if the log has no such call, for example because something in front of this server responded. */
    verdict: z.string().nullable(),
    reason: z.string().nullable(),
  }),
  errors: ['wall_untestable', 'wall_unreachable'],
});
