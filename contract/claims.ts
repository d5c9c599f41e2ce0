import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { STANDINGS } from './money.ts';
import { STAFF_LIST_MAX } from './operations-values.ts';
import { QueueOwner } from './queue-owner.ts';
import * as rules from './rules.ts';
import { CLAIM_TEXT_MAX_LENGTH, POINTS_MAX } from './values.ts';

/** A member misses a reward and says so; an admin decides with what the site knows beside it. */

const text = z.string().trim().min(1, 'Required').max(CLAIM_TEXT_MAX_LENGTH).check(rules.withoutNul);

export const Claim = z.object({
  id: z.uuid(),
  /** Id of the wall, or null where it is about a mission. */
  wall: z.string().nullable(),
  missionId: z.uuid().nullable(),
  /** The offer, in the member's words, or the mission. */
  title: z.string(),
  happenedAt: z.iso.datetime(),
  text: z.string(),
  state: z.enum(['open', 'granted', 'refused']),
  /** What the admin says about the decision. */
  answer: z.string().nullable(),
  /** Points that were credited for it. */
  points: z.int().nullable(),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
});
export type Claim = z.infer<typeof Claim>;

export const claims = endpoint({
  method: 'GET',
  path: '/api/claims',
  access: 'member',
  summary: "The member's claims of missing rewards, newest first, at most 100",
  output: z.array(Claim),
  errors: [],
});

export const fileClaim = endpoint({
  method: 'POST',
  path: '/api/claims',
  access: 'member',
  summary: 'Says that a reward of an offer or a mission is missing; lands in the queue of the admins',
  body: z.object({
    about: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('wall'),
        wall: z.string().max(40),
        title: text,
        /** The member's task that it is about, if it is about one. */
        taskId: z.uuid().optional(),
      }),
      z.object({ kind: z.literal('mission'), missionId: z.uuid() }),
    ]),
    happenedAt: z.iso.datetime(),
    text,
  }),
  output: Claim,
  errors: ['too_many_requests', 'mission_not_started', 'mission_completed'],
});

export const OpenClaim = Claim.extend({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  /** When it should be answered at the latest. */
  dueAt: z.iso.datetime(),
  owner: QueueOwner.nullable(),
  /** Somebody has granted it, which waits for a second admin. */
  awaitingApproval: z.boolean(),
});
export type OpenClaim = z.infer<typeof OpenClaim>;

export const openClaims = endpoint({
  method: 'GET',
  path: '/api/admin/claims',
  access: 'admin',
  permission: 'queues.work',
  summary: `Claims without a decision, oldest first, at most ${STAFF_LIST_MAX}`,
  output: z.array(OpenClaim),
  errors: [],
});

export const claimEvidence = endpoint({
  method: 'GET',
  path: '/api/admin/claims/{id}/evidence',
  access: 'admin',
  permission: 'queues.work',
  recordsReadingOf: 'claim',
  summary: "The member's clicks, and what walls and advertisers said about the member around that time",
  params: z.object({ id: z.uuid() }),
  output: z.object({
    clicks: z.array(
      z.object({
        mission: z.string(),
        clickId: z.string(),
        startedAt: z.iso.datetime(),
        completedAt: z.iso.datetime().nullable(),
      }),
    ),
    messages: z.array(
      z.object({
        /** Id of the wall or name of the advertiser. */
        source: z.string(),
        at: z.iso.datetime(),
        verdict: z.string(),
        reason: z.string().nullable(),
        transactionId: z.string().nullable(),
        points: z.int().nullable(),
      }),
    ),
  }),
  errors: [],
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
    'Grants a claim, which credits the mission, or for a wall the points named; or refuses it. The member reads the answer. More points than one admin may give within a day wait for a second one',
  params: z.object({ id: z.uuid() }),
  body: z.object({
    decision: z.enum(['granted', 'refused']),
    answer: text,
    /** For a granted claim about a wall. */
    points: z.int().min(1).max(POINTS_MAX).optional(),
  }),
  output: z.object({ standing: z.enum(STANDINGS) }),
  errors: [
    'claim_decided',
    'work_taken',
    'approval_own',
    'approval_open',
    'mission_not_started',
    'mission_completed',
    'suspended',
  ],
});
