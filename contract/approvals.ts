import { z } from 'zod';
import { ADJUSTMENT_REASONS, EVIDENCE_DAYS, MONEY_TEXT_MAX_LENGTH } from './approvals.values.ts';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import { MissionContent } from './missions.rules.ts';
import { POINTS_MAX } from './points.ts';
import { CARD_TIERS } from './rewards.values.ts';
import * as rules from './rules.ts';
import { idParams, moment, requiredText } from './shapes.ts';
import { STAFF_LIST_MAX, STAFF_ROLES } from './staff.values.ts';

/** Cash and points that admins give by hand, and approvals of large amounts by a second admin. */

export const text = requiredText(MONEY_TEXT_MAX_LENGTH);

/** `awaiting_approval`: nothing moves until a second admin approves. `done`: it is on its way, or posted. */
export const STANDINGS = ['done', 'awaiting_approval', 'declined'] as const;

export const adjustPoints = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/adjustments',
  access: 'admin',
  permission: 'points.adjust',
  freshSignIn: true,
  concerns: 'member_money',
  summary:
    'Gives a member points, or takes some, never below zero. The request id (in the body or as Idempotency-Key) makes repeats harmless. Large amounts, alone or within a day, wait for a second admin',
  params: idParams,
  body: z.object({
    points: z
      .int()
      .min(-POINTS_MAX)
      .max(POINTS_MAX)
      .refine((points) => points !== 0, fault('invalid'))
      .describe('Positive: given; negative: taken.'),
    reasonCode: z.enum(ADJUSTMENT_REASONS),
    /** Shown to the member. */
    text,
    requestId: z.optional(rules.requestId),
  }),
  output: z.object({ id: z.uuid(), standing: z.enum(STANDINGS) }),
  errors: ['request_id_required', 'request_id_reused', 'balance_too_low', 'approval_own', 'person_required'],
});

/** Names are typed by whoever has them; the address is proven. */
const Person = z
  .object({ id: z.uuid(), email: z.string().nullable(), role: z.enum(STAFF_ROLES).nullable() })
  .nullable();

export const Approval = z.object({
  id: z.uuid(),
  asked: z.discriminatedUnion('kind', [
    /** amountUSD in whole US cents. */
    z.object({ kind: z.literal('award'), cardTier: z.enum(CARD_TIERS), amountUSD: z.int() }),
    z.object({ kind: z.literal('adjustment'), points: z.int(), reasonCode: z.enum(ADJUSTMENT_REASONS) }),
    z.object({
      kind: z.literal('claim'),
      claimId: z.uuid(),
      points: z.int(),
      claim: z
        .object({
          wall: z.string().nullable(),
          title: z.string(),
          happenedAt: moment,
          text: z.string(),
          createdAt: moment,
        })
        .nullable()
        .describe("The member's report; null if the member has left."),
    }),
    /** What the mission would pay, how often, and its proof. mostPoints: the total; null without a limit. */
    z.object({
      kind: z.literal('mission'),
      missionId: z.uuid(),
      title: z.string(),
      points: z.int(),
      dailyCap: z.int().nullable(),
      totalCap: z.int().nullable(),
      content: MissionContent,
      mostPoints: z.int().nullable(),
    }),
  ]),
  userId: z.uuid().nullable().describe('Null for a mission.'),
  name: z.string().nullable(),
  email: z.string().nullable(),
  member: z
    .object({
      joinedAt: moment,
      balancePoints: z.int(),
      givenPoints: z.int(),
      givenCents: z.int(),
    })
    .nullable()
    .describe(
      `The member today, and what staff gave them, this request aside, within ${EVIDENCE_DAYS} days until its decision or until now; null for a mission and for who has left.`,
    ),
  requestedBy: z.string(),
  requester: Person.describe('Who asked, as they are today.'),
  reason: z.string().describe('Shown to the member; empty for a mission and for an award without one.'),
  requesterLeft: z
    .boolean()
    .describe('Who asked is suspended or has lost the role for it: it can only be declined.'),
  requestedAt: moment,
  expiresAt: moment,
  state: z.enum(['open', 'expired', 'approved', 'declined']),
  decidedBy: z.string().nullable(),
  decider: Person.describe('Who decided, as they are today.'),
  decidedAt: moment.nullable(),
  mayApprove: z
    .boolean()
    .describe(
      'This admin may approve it: neither asked for it nor receives it, and both roles allow it and are old enough.',
    ),
  mayApproveFrom: moment
    .nullable()
    .describe('When the new role is old enough, if nothing else prevents an approval.'),
});
export type Approval = z.infer<typeof Approval>;

export const approvals = endpoint({
  method: 'GET',
  path: '/api/admin/approvals',
  access: 'admin',
  permission: 'payouts.approve',
  versioned: true,
  summary: `What waits for a second admin, oldest first, then what was decided or expired lately; at most ${STAFF_LIST_MAX}`,
  output: z.array(Approval),
});

export const decideApproval = endpoint({
  method: 'POST',
  path: '/api/admin/approvals/{id}/decision',
  access: 'admin',
  permission: 'payouts.approve',
  freshSignIn: true,
  concerns: 'member_money',
  summary:
    'Approves, which carries it out, or declines. Of two admins the first counts; nobody decides on a request about themself',
  params: idParams,
  body: z.object({ decision: z.enum(['approved', 'declined']) }),
  output: z.object({}),
  errors: [
    'approval_decided',
    'approval_expired',
    'mission_stopped',
    'approval_own',
    'approver_too_new',
    'requester_left',
    'not_permitted',
    'member_suspended',
    'member_paused',
    'award_unavailable',
    'balance_too_low',
    'claim_decided',
    'claim_granted_before',
    'claim_paid_meanwhile',
    'mission_not_started',
    'mission_completed',
    'suspended',
  ],
});
