import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { entryId, moment, requiredText } from './shapes.ts';
import { OPERATOR_TEXT_MAX_LENGTH, STAFF_LIST_MAX } from './staff.values.ts';
import { WallMoney } from './walls.money.ts';
import { CALL_PARTS, WALL_ALARM_KINDS, WALL_PERIODS, WALL_PERSONAL_FIELDS } from './walls.values.ts';

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
    frame: z
      .string()
      .describe('The page of this site in which the script runs, without an origin of its own.'),
    src: z.string(),
    globalVar: z.string(),
    config: z.unknown(),
    slots: z.array(Slot),
  }),
  z.object({ kind: z.literal('none') }),
  /** Hidden for now; what members have already earned there is still credited. */
  z.object({ kind: z.literal('paused') }),
  /** Opens once the member has said whether the wall may be told more than the code: `sharing` of the wall. */
  z.object({ kind: z.literal('asked') }),
]);
export type WallEmbed = z.infer<typeof WallEmbed>;

export const Wall = z.object({
  id: z.string(),
  title: z.string(),
  holdDays: z.int().describe('For so many days what is earned here is pending before it counts.'),
  memberCode: z.string().describe("The wall's pseudonymous code of the member."),
  embed: WallEmbed,
  answers: z
    .boolean()
    .nullable()
    .describe(
      'Whether the host of its frame answered when this site last looked; null: not known, or no frame elsewhere.',
    ),
  sharing: z
    .object({ fields: z.array(z.enum(WALL_PERSONAL_FIELDS)), shares: z.boolean().nullable() })
    .nullable()
    .describe(
      "What the wall wants to be told besides the code, and the member's decision, null before it; null if it wants nothing.",
    ),
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

export const decideSharing = endpoint({
  method: 'PUT',
  path: '/api/walls/{wall}/sharing',
  access: 'member',
  summary:
    'Says which of the fields that a wall wants it may be told; none is a refusal. The wall opens either way; it can be withdrawn',
  params: wallParams,
  body: z.object({ fields: z.array(z.enum(WALL_PERSONAL_FIELDS)).max(WALL_PERSONAL_FIELDS.length) }),
  output: z.object({}),
  errors: ['wall_unavailable'],
});

const Counts = z.object({
  credited: z.int(),
  reversed: z.int(),
  duplicate: z.int(),
  rejected: z.int(),
  parked: z.int(),
  other: z.int().describe('Test calls, pending ones, and those without points.'),
});

export const WallHealth = z.object({
  id: z.string(),
  title: z.string(),
  shown: z
    .enum(['iframe', 'script', 'none'])
    .describe('How members see the wall; `none`: it only sends postbacks.'),
  methods: z.array(z.string()),
  address: z.string().describe('The address that the wall calls, with its macros if they are known.'),
  parameters: z.array(z.string()).describe('Every parameter that is read from a call.'),
  proof: z.object({
    open: z
      .array(z.enum(CALL_PARTS))
      .describe('Parts of a call that its proof does not cover, so that its sender can choose them.'),
    addresses: z
      .array(z.string())
      .nullable()
      .describe(
        'The only addresses that may call; null for any. An open proof without a list is accepted in the walls file.',
      ),
  }),
  pause: z.object({ reason: z.string(), since: moment }).nullable(),
  lastPostbackAt: moment.nullable().describe('Of a proven call.'),
  openAlarms: z.int().describe('Alarms that are not acknowledged yet.'),
  counts: Counts.describe('Calls of the period. A repeat is counted with the first call of its kind.'),
  money: WallMoney.describe('Money of the period.'),
  handling: z
    .object({ calls: z.int(), medianMs: z.int(), p95Ms: z.int() })
    .nullable()
    .describe('Times of the newest credits within the period; null if there are none.'),
  reasons: z
    .array(z.object({ verdict: z.string(), reason: z.string(), count: z.int() }))
    .describe('Why calls were rejected within the period, the most frequent first.'),
  hours: z
    .array(Counts.extend({ at: moment }))
    .describe('The last 24 hours by their beginnings, including hours without a call.'),
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
  day: z.iso
    .date()
    .describe(
      'The UTC day whose credits are unusual; of `paid_twice` that of the later of the grant and the credit.',
    ),
  value: z.int().describe('Points; percent for `unnamed`, `flagged`, `cost` and `underpaid`.'),
  usual: z
    .int()
    .nullable()
    .describe('Null if the wall has too few days of history, and for `cost`, `underpaid` and `paid_twice`.'),
  threshold: z.int().describe('The limit that `value` reached.'),
  userId: z
    .uuid()
    .nullable()
    .describe(
      'The member who earned most, if the alarm is about one member; of `paid_twice` the latest whose granted reward the wall paid.',
    ),
  at: moment,
});
export type WallAlarm = z.infer<typeof WallAlarm>;

export const wallAlarms = endpoint({
  method: 'GET',
  path: '/api/admin/wall-alarms',
  access: 'admin',
  permission: 'queues.work',
  versioned: true,
  summary: `Days on which a wall's credits left their own pattern, which nobody has looked at, newest first, at most ${STAFF_LIST_MAX}`,
  output: z.array(WallAlarm),
});

export const closeWallAlarm = endpoint({
  method: 'PUT',
  path: '/api/admin/wall-alarms/{id}/note',
  access: 'admin',
  permission: 'queues.work',
  concerns: 'member_money',
  summary:
    'Says that somebody has looked at an alarm, and what they found. Not by the member whom it is about, nor, of `paid_twice`, by one to whom such a reward was granted, or by whom while others could close it. It is open again when its figure doubles that day',
  params: z.object({ id: entryId }),
  body: z.object({ note: requiredText(OPERATOR_TEXT_MAX_LENGTH) }),
  output: z.object({}),
  errors: ['approval_own'],
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
    status: z.int().describe("The response of this server, in the wall's own words."),
    body: z.string(),
    verdict: z
      .string()
      .nullable()
      .describe(
        'Null if the log has no such call, for example because something in front of this server responded.',
      ),
    reason: z.string().nullable(),
  }),
  errors: ['wall_untestable', 'wall_unreachable'],
});
