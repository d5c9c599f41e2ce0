import { z } from 'zod';
import { AuditEntry } from './audit-trail.ts';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import {
  MEMBER_FILTERS,
  MEMBER_ORDERS,
  MEMBER_PAGE_MAX,
  MEMBER_SEARCH_MAX_LENGTH,
  MEMBER_SEARCH_MIN_LENGTH,
  MEMBER_STATUSES,
  STAFF_NOTE_MAX_LENGTH,
} from './members.values.ts';
import { OfferCall, StartedOffer } from './offers.ts';
import { STARTED_PAGE } from './offers.values.ts';
import { REDEMPTION_STOPS } from './redemptions.values.ts';
import * as rules from './rules.ts';
import { entryId, idParams, moment, pagesOf, requiredText } from './shapes.ts';
import { STAFF_LIST_MAX, STAFF_PAGE, STAFF_ROLES } from './staff.values.ts';
import { PAUSE_REASONS } from './suspensions.values.ts';

/** Members as shown to staff. Points are whole points, money is US cents. */

const filters = {
  search: z
    .string()
    .trim()
    .min(MEMBER_SEARCH_MIN_LENGTH, 'Too short')
    .max(MEMBER_SEARCH_MAX_LENGTH)
    .check(rules.withoutNul)
    .optional()
    .describe('Beginnings of words of the name or the address, or an id.'),
  status: z.enum(MEMBER_FILTERS).optional(),
  balance: z.literal('yes').optional().describe('Only members who have points.'),
};

export const MemberFilters = z.object(filters);
export type MemberFilters = z.infer<typeof MemberFilters>;

export const ListedMember = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  points: z.int(),
  isAdmin: z.boolean(),
  cardTierLastChosen: z.string().nullable(),
  cashRewardedUSD: z.int(),
  lastRewardedAt: moment.nullable(),
  createdAt: moment,
  status: z.enum(MEMBER_STATUSES),
  cursor: z
    .string()
    .describe(
      'Cursor of this entry: `after` returns the entries that follow it, `before` those that precede it.',
    ),
});
export type ListedMember = z.infer<typeof ListedMember>;

export const adminUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  permission: 'members.read',
  versioned: true,
  summary:
    'Members who have not left, the newest first unless told. A search is not ordered by name. Balances are ordered as of the last roll-up',
  query: z
    .object({
      ...filters,
      order: z.enum(MEMBER_ORDERS).default('created'),
      direction: z.enum(['asc', 'desc']).default('desc'),
      limit: z.coerce.number().int().min(1).max(MEMBER_PAGE_MAX).default(MEMBER_PAGE_MAX),
      after: z.string().max(400).optional(),
      before: z.string().max(400).optional(),
    })
    .refine(({ search, order }) => search === undefined || order !== 'name', {
      path: ['order'],
      error: fault('invalid'),
    })
    .refine(({ after, before }) => after === undefined || before === undefined, {
      path: ['before'],
      error: fault('invalid'),
    }),
  output: z.array(ListedMember),
  pages: (rows, { limit, before }) => {
    const last = rows.at(-1);
    const isLast = rows.length < limit && before === undefined;
    return isLast || !last ? undefined : { after: last.cursor };
  },
});

export const adminUserCount = endpoint({
  method: 'GET',
  path: '/api/admin/user-count',
  access: 'admin',
  permission: 'members.read',
  versioned: true,
  summary: 'How many members a search finds, counted up to 10,000',
  query: MemberFilters,
  output: z.object({ count: z.int(), more: z.boolean() }),
});

export const adminUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}',
  access: 'admin',
  permission: 'members.read',
  recordsReadingOf: 'member',
  summary: 'One member as staff see them',
  params: idParams,
  output: z.object({
    ...ListedMember.omit({ cursor: true }).shape,
    staffRole: z.enum(STAFF_ROLES).nullable(),
    emailVerified: z.boolean(),
    phone: z.string().nullable(),
    locale: z.string(),
    twoFactorSince: moment.nullable(),
    leftAt: moment.nullable(),
    suspension: z.object({ since: moment, reason: z.enum(PAUSE_REASONS), text: z.string() }).nullable(),
    pause: z.object({ since: moment, reason: z.enum(PAUSE_REASONS), text: z.string() }).nullable(),
    proof: z
      .object({ points: z.int(), cents: z.int(), transfers: z.int() })
      .describe('The sums of the transfers, to compare with the cached balances.'),
    signals: z.array(z.object({ id: z.string(), signal: z.string(), details: z.unknown(), at: moment })),
  }),
});
export type AdminMember = z.infer<typeof adminUser.output>;
const page = z.object({ before: z.uuid().optional() });

export const adminUserTransfers = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/transfers',
  access: 'admin',
  permission: 'members.read',
  recordsReadingOf: 'member',
  summary: `The member's transfers, newest first, ${STAFF_PAGE} at a time; \`before\` is the id of the last one seen`,
  params: idParams,
  query: z.object({ before: entryId.optional() }),
  output: z.array(
    z.object({
      id: z.string(),
      at: moment,
      unit: z.enum(['points', 'cents']),
      kind: z.string(),
      amount: z.int().describe('Negative if the points left the member.'),
      balanceAfter: z.int(),
      other: z.string().describe('The account on the other side.'),
      reference: z.string(),
      reason: z.string().nullable(),
      actor: z.string(),
    }),
  ),
  pages: pagesOf(STAFF_PAGE),
});

export const adminUserTasks = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/tasks',
  access: 'admin',
  permission: 'members.read',
  recordsReadingOf: 'member',
  summary: `The member's tasks, newest first, ${STAFF_PAGE} at a time; \`before\` is the id of the last one seen`,
  params: idParams,
  query: page,
  output: z.array(
    z.object({
      id: z.uuid(),
      taskType: z.string(),
      wall: z.string().nullable().describe('Id of the wall, or null for a mission of the site.'),
      title: z.string().nullable(),
      points: z.int(),
      transactionId: z.string().nullable(),
      timeline: z
        .array(z.object({ event: z.enum(['received', 'credited', 'reversed']), at: moment }))
        .describe('The events of the task, in order.'),
      completedAt: moment,
    }),
  ),
  pages: pagesOf(STAFF_PAGE),
});

export const adminUserOffers = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/offers',
  access: 'admin',
  permission: 'members.read',
  recordsReadingOf: 'member',
  summary: `The offers that the member has started and how far each step is, newest first, ${STARTED_PAGE} at a time; \`before\` is the id of the last one seen`,
  params: idParams,
  query: z.object({ before: z.uuid().optional() }),
  output: z.array(StartedOffer.omit({ support: true })),
  pages: pagesOf(STARTED_PAGE),
});

export const adminUserOfferCalls = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/offers/{clickId}/calls',
  access: 'admin',
  permission: 'members.read',
  recordsReadingOf: 'member',
  summary: 'The proven calls about an offer that the member has started, as they came, the newest first',
  params: idParams.extend({ clickId: z.uuid() }),
  output: z.array(OfferCall),
});

export const adminUserRewards = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/rewards',
  access: 'admin',
  permission: 'members.read',
  recordsReadingOf: 'member',
  summary: `The member's redemptions and awards, newest first, ${STAFF_PAGE} at a time; \`before\` is the id of the last one seen`,
  params: idParams,
  query: page,
  output: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(['redemption', 'award']),
      title: z.string(),
      amountCents: z.int(),
      points: z.int(),
      status: z.string(),
      reason: z.string().nullable(),
      provider: z.string(),
      createdAt: moment,
      promisedBy: moment.nullable(),
      stop: z.enum(REDEMPTION_STOPS).nullable().describe('Set while nothing may be issued to the member.'),
      endable: z.boolean().describe('Whether `POST /api/admin/redemptions/{id}/end` accepts it.'),
      issuedAt: moment.nullable(),
      expiresAt: moment.nullable(),
    }),
  ),
  pages: pagesOf(STAFF_PAGE),
});

export const adminUserSessions = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/sessions',
  access: 'admin',
  permission: 'members.read',
  recordsReadingOf: 'member',
  summary: 'Where the member is signed in, the last used first',
  params: idParams,
  output: z.array(
    z.object({ id: z.string(), device: z.string(), ip: z.string(), createdAt: moment, lastSeenAt: moment }),
  ),
});

export const adminEndSession = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}/sessions/{sessionId}',
  access: 'admin',
  permission: 'members.help',
  summary: 'Signs the member out of one device; one of the staff only by an owner',
  params: z.object({ id: z.uuid(), sessionId: z.string().max(80) }),
  output: z.object({}),
  errors: ['not_permitted'],
});

export const adminEndSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}/sessions',
  access: 'admin',
  permission: 'members.help',
  summary: 'Signs the member out everywhere; one of the staff only by an owner',
  params: idParams,
  output: z.object({}),
  errors: ['not_permitted'],
});

export const adminUserNotices = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/notices',
  access: 'admin',
  permission: 'members.read',
  recordsReadingOf: 'member',
  summary: `What the member was told, newest first, at most ${STAFF_LIST_MAX}`,
  params: idParams,
  output: z.array(
    z.object({
      id: z.uuid(),
      kind: z.string(),
      createdAt: moment,
      mailedAt: moment.nullable(),
      pushedAt: moment.nullable(),
      resendable: z.boolean().describe("Whether the notice's mail may be sent again."),
    }),
  ),
});

export const adminResendNotice = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/notices/{noticeId}/mail',
  access: 'admin',
  permission: 'members.help',
  summary: "Mails a notice once more, if the member's switches allow it",
  params: z.object({ id: z.uuid(), noticeId: z.uuid() }),
  output: z.object({}),
  errors: ['notice_not_resendable'],
});

export const adminUserRequests = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/requests',
  access: 'admin',
  permission: 'members.read',
  recordsReadingOf: 'member',
  summary: `What the member has asked of staff (missing rewards, answers to pauses and suspensions), newest first, at most ${STAFF_LIST_MAX}`,
  params: idParams,
  output: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(['claim', 'appeal', 'suspension']),
      title: z.string(),
      text: z.string(),
      createdAt: moment,
      decision: z.string().nullable(),
      answer: z.string().nullable(),
      decidedAt: moment.nullable(),
      wallPaidPoints: z
        .int()
        .nullable()
        .describe(
          'Of a granted claim: points that the wall has credited for the same offer since it was reported, if any.',
        ),
      wallPaidAt: moment.nullable().describe('When the wall last did so.'),
    }),
  ),
});

export const adminUserNotes = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/notes',
  access: 'admin',
  permission: 'members.read',
  recordsReadingOf: 'member',
  summary: `What staff have written about the member, newest first, at most ${STAFF_LIST_MAX}`,
  params: idParams,
  output: z.array(
    z.object({ id: z.uuid(), author: z.string().nullable(), text: z.string(), createdAt: moment }),
  ),
});

export const adminAddNote = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/notes',
  access: 'admin',
  permission: 'members.help',
  summary: 'Writes a note for other staff. The member can read it in the export of their data',
  params: idParams,
  body: z.object({
    text: requiredText(STAFF_NOTE_MAX_LENGTH),
  }),
  output: idParams,
});

export const adminUserAudit = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}/audit',
  access: 'admin',
  permission: 'audit.read',
  summary: `Actions of staff on the member and on their redemptions, claims and appeals, newest first, ${STAFF_PAGE} at a time; \`before\` is the id of the last one seen`,
  params: idParams,
  query: z.object({ before: entryId.optional() }),
  output: z.array(AuditEntry),
  pages: pagesOf(STAFF_PAGE),
});
