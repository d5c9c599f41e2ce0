import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  CALL_VERDICTS,
  OPERATOR_TEXT_MAX_LENGTH,
  STAFF_LIST_MAX,
  WALL_ALARM_KINDS,
  WALL_PERIODS,
  WORK_QUEUES,
} from './operations-values.ts';
import * as rules from './rules.ts';
import { CALL_PARTS, EMAIL_MAX_LENGTH, STAFF_ROLES } from './values.ts';
import { WallMoney } from './wall-money.ts';

/** What operators watch and repair: walls and their postbacks, the trail of what staff did, staff themselves. */

const moment = z.iso.datetime();
const wallParams = z.object({ wall: z.string().max(40) });
const reasonText = z.string().trim().min(1, 'Required').max(OPERATOR_TEXT_MAX_LENGTH).check(rules.withoutNul);
const word = z.string().trim().max(200).check(rules.withoutNul).optional();
const entryId = z
  .string()
  .regex(/^\d{1,18}$/)
  .optional();

const Counts = z.object({
  credited: z.int(),
  reversed: z.int(),
  duplicate: z.int(),
  rejected: z.int(),
  parked: z.int(),
  /** Test calls, and those that wait for the wall or are of no worth. */
  other: z.int(),
});

export const WallHealth = z.object({
  id: z.string(),
  title: z.string(),
  /** How members see it; `none`: it only sends postbacks. */
  shown: z.enum(['iframe', 'script', 'none']),
  methods: z.array(z.string()),
  /** What the wall's company is to call, with its macros where they are known. */
  address: z.string(),
  /** Every parameter that a call is read by. */
  parameters: z.array(z.string()),
  proof: z.object({
    /** What the proof of a call leaves to whoever sends it. */
    open: z.array(z.enum(CALL_PARTS)),
    /** Addresses that alone may call; null where any may. With an open proof the walls file then accepts that. */
    addresses: z.array(z.string()).nullable(),
  }),
  pause: z.object({ reason: z.string(), since: moment }).nullable(),
  lastPostbackAt: moment.nullable(),
  /** Alarms that nobody has looked at. */
  openAlarms: z.int(),
  /** Of the period. A call that says the same again is counted with the first of its kind. */
  counts: Counts,
  /** Of the period. */
  money: WallMoney,
  /** Of its newest credits within the period; null if there are none. */
  handling: z.object({ calls: z.int(), medianMs: z.int(), p95Ms: z.int() }).nullable(),
  /** Why calls were rejected within the period, the most frequent first. */
  reasons: z.array(z.object({ verdict: z.string(), reason: z.string(), count: z.int() })),
  /** The last 24 hours, each from its beginning; hours without a call are there too. */
  hours: z.array(Counts.extend({ at: moment })),
});
export type WallHealth = z.infer<typeof WallHealth>;

export const wallsHealth = endpoint({
  method: 'GET',
  path: '/api/admin/walls',
  access: 'admin',
  permission: 'site.read',
  summary: 'The walls of this site: how their postbacks fare, and how members see them',
  query: z.object({ period: z.enum(WALL_PERIODS).default('day') }),
  output: z.array(WallHealth),
  errors: [],
});

export const WallAlarm = z.object({
  id: z.string(),
  wall: z.string(),
  title: z.string(),
  kind: z.enum(WALL_ALARM_KINDS),
  /** The UTC day whose credits are unusual. */
  day: z.iso.date(),
  /** Points or, of `unnamed`, `flagged` and `cost`, percent. */
  value: z.int(),
  /** Null where the wall has too few days behind it, and of `cost`. */
  usual: z.int().nullable(),
  /** What `value` has reached. */
  threshold: z.int(),
  /** Who earned most, where the alarm is about one member. */
  userId: z.uuid().nullable(),
  at: moment,
});
export type WallAlarm = z.infer<typeof WallAlarm>;

export const wallAlarms = endpoint({
  method: 'GET',
  path: '/api/admin/wall-alarms',
  access: 'admin',
  permission: 'queues.work',
  summary: `Days on which the credits of a wall left their own pattern, as far as nobody has looked at them, newest first, at most ${STAFF_LIST_MAX}`,
  output: z.array(WallAlarm),
  errors: [],
});

export const closeWallAlarm = endpoint({
  method: 'PUT',
  path: '/api/admin/wall-alarms/{id}/note',
  access: 'admin',
  permission: 'queues.work',
  summary:
    'Says that somebody has looked at an alarm, and what they found. It is open again when its figure doubles that day',
  params: z.object({ id: z.string().regex(/^\d{1,18}$/) }),
  body: z.object({ note: reasonText }),
  output: z.object({}),
  errors: [],
});

export const pauseWall = endpoint({
  method: 'PUT',
  path: '/api/admin/walls/{wall}/pause',
  access: 'admin',
  permission: 'catalogue.edit',
  summary: 'Hides a wall from members, who are told so. Its postbacks are still taken. `reason` is for staff',
  params: wallParams,
  body: z.object({ reason: reasonText }),
  output: z.object({}),
  errors: [],
});

export const resumeWall = endpoint({
  method: 'DELETE',
  path: '/api/admin/walls/{wall}/pause',
  access: 'admin',
  permission: 'catalogue.edit',
  summary: 'Shows a paused wall again',
  params: wallParams,
  output: z.object({}),
  errors: [],
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
    /** The wall's own words for what became of the call. */
    status: z.int(),
    body: z.string(),
    /** Null if the log has none, such as of an answer of something in front of this server. */
    verdict: z.string().nullable(),
    reason: z.string().nullable(),
  }),
  errors: ['wall_untestable', 'wall_unreachable'],
});

export const PostbackRow = z.object({
  id: z.string(),
  at: moment,
  wall: z.string(),
  verdict: z.string(),
  reason: z.string().nullable(),
  transactionId: z.string().nullable(),
  memberCode: z.string().nullable(),
  /** Null where nobody has the code. */
  userId: z.uuid().nullable(),
  points: z.int().nullable(),
  sourceIp: z.string().nullable(),
  latencyMs: z.int().nullable(),
  /** How often it came. */
  times: z.int(),
  /** Secrets redacted; null where it is not kept any more. */
  raw: z.string().nullable(),
});
export type PostbackRow = z.infer<typeof PostbackRow>;

export const postbacks = endpoint({
  method: 'GET',
  path: '/api/admin/postbacks',
  access: 'admin',
  permission: 'members.read',
  recordsReadingOf: 'postbacks',
  summary: `Calls of walls with what became of them, newest first; \`before\` is the cursor of the page before. A search by transaction or member code answers at most ${STAFF_LIST_MAX} without a cursor`,
  query: z.object({
    wall: z.string().max(40).optional(),
    verdict: z.enum(CALL_VERDICTS).optional(),
    transaction: word,
    code: word,
    before: z.string().max(200).optional(),
  }),
  output: z.object({
    rows: z.array(PostbackRow),
    /** Where older ones begin; null at the end. A page can be empty before the end. */
    next: z.string().nullable(),
    /** How far back this page has looked, where it has not found enough. */
    lookedBackTo: moment.nullable(),
  }),
  errors: [],
});

export const parkedPostbacks = endpoint({
  method: 'GET',
  path: '/api/admin/parked',
  access: 'admin',
  permission: 'queues.work',
  recordsReadingOf: 'postbacks',
  summary:
    'Proven postbacks that wait because nobody has their member code, oldest first, 50 at a time; `after` is the id of the last one seen',
  query: z.object({ after: entryId }),
  output: z.object({
    count: z.int(),
    rows: z.array(
      z.object({
        id: z.string(),
        at: moment,
        wall: z.string(),
        reason: z.string().nullable(),
        transactionId: z.string().nullable(),
        memberCode: z.string().nullable(),
        times: z.int(),
        /** Why it cannot be replayed, or null. */
        obstacle: z.enum(['wall_missing', 'cut']).nullable(),
        raw: z.string(),
      }),
    ),
  }),
  errors: [],
});
export type ParkedRow = z.infer<typeof parkedPostbacks.output>['rows'][number];

export const replayPostback = endpoint({
  method: 'POST',
  path: '/api/admin/parked/{id}/replay',
  access: 'admin',
  permission: 'queues.work',
  concerns: 'member_money',
  summary: 'Applies a parked postback again. `unknown_user` leaves it parked; of parallel replays one pays',
  params: z.object({ id: z.string().regex(/^\d{1,18}$/) }),
  output: z.object({ verdict: z.string() }),
  errors: ['parked_done', 'parked_cut', 'wall_unavailable', 'approval_own'],
});

export const AuditEntry = z.object({
  id: z.string(),
  at: moment,
  actor: z.string(),
  /** Name of the admin; null for the command line and for other systems. */
  actorName: z.string().nullable(),
  /** The API key by which another system did it: its name, and how it begins. */
  actorKey: z.object({ name: z.string(), beginning: z.string() }).nullable(),
  actorRole: z.string(),
  ip: z.string(),
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** A code, or what was written; null where nothing was. */
  reason: z.string().nullable(),
  /** There was a text, which went with the account of the member. */
  reasonErased: z.boolean(),
  /** SHA-256 over the entry and the hash of the one before, in hex. */
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditEntries = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  permission: 'audit.read',
  summary: 'What staff did, newest first, 50 at a time; `before` is the id of the last one seen',
  query: z.object({
    /** An id, the e-mail address of a member, or `operator`. */
    actor: word,
    /** Its beginning, such as `POST /api/admin/users`. */
    action: word,
    subjectKind: word,
    subjectId: word,
    from: moment.refine(rules.isOfOurEra, 'Invalid input').optional(),
    to: moment.refine(rules.isOfOurEra, 'Invalid input').optional(),
    before: entryId,
  }),
  output: z.array(AuditEntry),
  errors: [],
});

export const verifyAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/verification',
  access: 'admin',
  permission: 'audit.read',
  summary: 'Recomputes part of the chain, from the entry after `after` on; the next part begins at `last`',
  query: z.object({ after: entryId }),
  output: z.object({
    /** Entries recomputed by this call. */
    checked: z.int(),
    /** How many there are in all. */
    total: z.int(),
    /** Entries of this part that were changed, removed or slipped in. */
    differing: z.int(),
    /** A sentence for each of them, at most 100. */
    differences: z.array(z.string()),
    /** The last entry recomputed, null for an empty part. */
    last: z.object({ id: z.string(), hash: z.string() }).nullable(),
    done: z.boolean(),
  }),
  errors: [],
});

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
  errors: [],
});

export const grantRole = endpoint({
  method: 'POST',
  path: '/api/admin/staff',
  access: 'admin',
  permission: 'staff.manage',
  freshSignIn: true,
  summary: 'Gives a member a role, by their e-mail address. Their sessions end, and they are told',
  body: z.object({
    email: z.string().trim().toLowerCase().min(1, 'Required').max(EMAIL_MAX_LENGTH).check(rules.withoutNul),
    role: z.enum(STAFF_ROLES),
  }),
  output: z.object({ id: z.uuid() }),
  errors: ['no_such_member', 'already_staff', 'not_permitted', 'member_suspended'],
});

export const changeRole = endpoint({
  method: 'PUT',
  path: '/api/admin/staff/{id}',
  access: 'admin',
  permission: 'staff.manage',
  freshSignIn: true,
  summary: 'Changes the role of somebody, whose sessions end and who is told. The last owner stays one',
  params: z.object({ id: z.uuid() }),
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
  params: z.object({ id: z.uuid() }),
  output: z.object({}),
  errors: ['last_owner', 'not_permitted'],
});

export const workQueues = endpoint({
  method: 'GET',
  path: '/api/admin/queues',
  access: 'admin',
  permission: 'site.read',
  summary: 'What waits for somebody with the role of the admin who asks',
  output: z.array(
    z.object({
      queue: z.enum(WORK_QUEUES),
      count: z.int(),
      oldestAt: moment.nullable(),
      /** How many are past their time. */
      late: z.int(),
    }),
  ),
  errors: [],
});

const ownerBody = z.object({ taken: z.boolean() });
export const takeClaim = endpoint({
  method: 'PUT',
  path: '/api/admin/claims/{id}/owner',
  access: 'admin',
  permission: 'queues.work',
  concerns: 'member_money',
  summary: 'Takes a claim for 15 minutes, or gives it back',
  params: z.object({ id: z.uuid() }),
  body: ownerBody,
  output: z.object({}),
  errors: ['claim_decided', 'work_taken', 'approval_own'],
});
export const takeAppeal = endpoint({
  method: 'PUT',
  path: '/api/admin/appeals/{id}/owner',
  access: 'admin',
  permission: 'queues.work',
  concerns: 'member_money',
  summary: 'Takes an appeal for 15 minutes, or gives it back',
  params: z.object({ id: z.uuid() }),
  body: ownerBody,
  output: z.object({}),
  errors: ['appeal_decided', 'work_taken', 'approval_own'],
});
