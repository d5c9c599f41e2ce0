import { z } from 'zod';
import { STANDINGS } from './approvals.ts';
import { Assignee, assignmentBody } from './assignment.ts';
import { CLAIM_TEXT_MAX_LENGTH } from './claims.values.ts';
import { endpoint } from './endpoint.ts';
import { OfferCall } from './offers.ts';
import { GOAL_STATES } from './offers.values.ts';
import { POINTS_MAX } from './points.ts';
import { idParams, moment, requiredText } from './shapes.ts';
import { STAFF_LIST_MAX } from './staff.values.ts';

/** Claims of members about missing rewards, and the evidence with which an admin decides. */

const text = requiredText(CLAIM_TEXT_MAX_LENGTH);

const ClaimGoal = z.object({
  goalId: z.string(),
  name: z.string(),
  promised: z.int().nullable().describe('Null: no fixed amount, or a step that was not promised.'),
  state: z.enum(GOAL_STATES),
  paid: z.int(),
});

export const Claim = z.object({
  id: z.uuid(),
  wall: z.string().nullable().describe('Id of the wall; null if the claim is about a mission.'),
  missionId: z.uuid().nullable(),
  title: z.string().describe("The offer, in the member's words, or the mission."),
  happenedAt: moment,
  text: z.string(),
  state: z.enum(['open', 'granted', 'refused']),
  answer: z.string().nullable().describe("The admin's words about the decision."),
  points: z.int().nullable().describe('Points that were credited for the claim.'),
  createdAt: moment,
  decidedAt: moment.nullable(),
});
export type Claim = z.infer<typeof Claim>;

export const claims = endpoint({
  method: 'GET',
  path: '/api/claims',
  access: 'member',
  versioned: true,
  summary: "The member's claims of missing rewards, newest first, at most 100",
  output: z.array(Claim),
});

export const fileClaim = endpoint({
  method: 'POST',
  path: '/api/claims',
  access: 'member',
  limit: 'claim_user',
  summary: 'Says that a reward of an offer or a mission is missing; lands in the queue of the admins',
  body: z.object({
    about: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('wall'),
        wall: z.string().max(40),
        title: text,
        taskId: z.uuid().optional().describe("The member's task that the claim is about, if any."),
      }),
      z.object({
        kind: z.literal('offer'),
        clickId: z.uuid().describe('Of an offer that the member has started; it says wall and title.'),
      }),
      z.object({ kind: z.literal('mission'), missionId: z.uuid() }),
    ]),
    happenedAt: moment,
    text,
  }),
  output: Claim,
  errors: ['mission_not_started', 'mission_completed'],
});

export const OpenClaim = Claim.extend({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  dueAt: moment.describe('An answer is due by this time.'),
  owner: Assignee.nullable(),
  awaitingApproval: z.boolean().describe('An admin has granted the claim, and a second one has to approve.'),
  mayWithdraw: z
    .boolean()
    .describe('Whether you asked for that approval. Your next decision about the claim withdraws it.'),
});
export type OpenClaim = z.infer<typeof OpenClaim>;

export const openClaims = endpoint({
  method: 'GET',
  path: '/api/admin/claims',
  access: 'admin',
  permission: 'queues.work',
  versioned: true,
  summary: `Claims without a decision, oldest first, at most ${STAFF_LIST_MAX}`,
  output: z.array(OpenClaim),
});

export const claimEvidence = endpoint({
  method: 'GET',
  path: '/api/admin/claims/{id}/evidence',
  access: 'admin',
  permission: 'members.read',
  recordsReadingOf: 'claim',
  summary: "The member's clicks, and what walls and advertisers said about the member around that time",
  params: idParams,
  output: z.object({
    clicks: z.array(
      z.object({
        mission: z.string(),
        clickId: z.string(),
        startedAt: moment,
        completedAt: moment.nullable(),
      }),
    ),
    offer: z
      .object({
        clickId: z.uuid(),
        startedAt: moment,
        expiresAt: moment.nullable(),
        goals: z.array(ClaimGoal).describe('How far each step is now.'),
        calls: z.array(OfferCall).describe('Proven calls about the offer since the start, the latest first.'),
      })
      .nullable()
      .describe(
        'The started offer that the claim is about; null if it is about none, or that is no longer kept.',
      ),
    reported: z
      .object({ startedAt: moment, goals: z.array(ClaimGoal) })
      .nullable()
      .describe(
        'How far that offer was when the claim was filed, as this site knew it. It stays when the offer goes.',
      ),
    messages: z.array(
      z.object({
        source: z.string().describe('Id of the wall or name of the advertiser.'),
        at: moment,
        verdict: z.string(),
        reason: z.string().nullable(),
        transactionId: z.string().nullable(),
        points: z.int().nullable(),
      }),
    ),
    claims: z
      .array(
        z.object({
          id: z.uuid(),
          title: z.string(),
          happenedAt: moment,
          state: Claim.shape.state,
          points: z.int().nullable(),
          same: z.boolean(),
        }),
      )
      .describe("The member's other claims about the wall; first those about the `same` click or task."),
  }),
});
export type ClaimEvidence = z.infer<typeof claimEvidence.output>;

export const decideClaim = endpoint({
  method: 'POST',
  path: '/api/admin/claims/{id}/decision',
  access: 'admin',
  permission: 'queues.work',
  freshSignIn: true,
  concerns: 'member_money',
  summary:
    'Grants a claim, which credits the mission, or for a wall the points named; or refuses it. The member reads the answer. More points than one admin may give within a day wait for a second one; who asked for them withdraws that by another decision',
  params: idParams,
  body: z.object({
    decision: z.enum(['granted', 'refused']),
    answer: text,
    points: z.int().min(1).max(POINTS_MAX).optional().describe('Only for a granted claim about a wall.'),
  }),
  output: z.object({ standing: z.enum(STANDINGS) }),
  errors: [
    'claim_decided',
    'claim_granted_before',
    'work_taken',
    'approval_own',
    'approval_open',
    'mission_not_started',
    'mission_completed',
    'suspended',
  ],
});
export const assignClaim = endpoint({
  method: 'PUT',
  path: '/api/admin/claims/{id}/owner',
  access: 'admin',
  permission: 'queues.work',
  concerns: 'member_money',
  summary: 'Takes a claim for 15 minutes, or gives it back',
  params: idParams,
  body: assignmentBody,
  output: z.object({}),
  errors: ['claim_decided', 'work_taken', 'approval_own'],
});
