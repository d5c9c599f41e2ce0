import { z } from 'zod';
import { ADJUSTMENT_REASONS } from './approvals.values.ts';
import { RedemptionReason } from './redemptions.ts';
import { REWARD_KINDS } from './rewards.values.ts';
import { PAUSE_REASONS } from './suspensions.values.ts';
import { WEBHOOK_EVENTS, WEBHOOK_TEST, type WebhookEventType } from './webhooks.values.ts';

/**
 * The data of each event: ids, whole amounts and states, never a person's texts or name. Triggers of the database and
 * the reader of the ledger write it; a test parses their output with these schemas, which allow nothing else.
 */

const memberId = z.uuid();

/** Whole points. */
const points = z.int().positive();

/** The member's points afterwards; negative after a reversal of points that were spent. */
const balance = z.int();
const amountCents = z.int().positive();
const reason = RedemptionReason;

const task = z.strictObject({
  memberId,
  taskId: z.uuid(),
  source: z.string().describe('Id of the wall, or `missions`.'),
  points,
  balance,
});

const redemption = z.strictObject({
  memberId,
  redemptionId: z.uuid(),
  rewardId: z.uuid(),
  rewardKind: z.enum(REWARD_KINDS),
  amountCents,
  points,
});

/** `pointsReturned`: 0 if the reward was used before its issuer took it back, or its member was suspended or had left. */
const ended = redemption.extend({ reason, pointsReturned: z.int().nonnegative() });
const award = z.strictObject({ memberId, awardId: z.uuid(), redemptionId: z.uuid(), amountCents });
const endedAward = award.extend({ reason });

export const WEBHOOK_DATA = {
  'member.created': z.strictObject({ memberId }),
  'member.paused': z.strictObject({ memberId, reason: z.enum(PAUSE_REASONS) }),
  'member.resumed': z.strictObject({ memberId }),
  'member.deleted': z.strictObject({ memberId }),
  'task.credited': task,
  'task.reversed': task,
  'points.adjusted': z.strictObject({
    memberId,
    adjustmentId: z.uuid(),
    points: z.int().describe('Negative: taken.'),
    reason: z.enum(ADJUSTMENT_REASONS),
    balance,
  }),
  'redemption.requested': redemption,
  'redemption.issued': redemption,
  'redemption.failed': ended,
  'redemption.reversed': ended,
  'award.issued': award,
  'award.failed': endedAward,
  'award.reversed': endedAward,
} as const satisfies Record<WebhookEventType, z.ZodType>;

/** The body of a delivery. */
export const WebhookBody = z.strictObject({
  type: z.enum([...WEBHOOK_EVENTS, WEBHOOK_TEST]),
  timestamp: z.iso.datetime().describe('When the fact happened.'),
  data: z.record(z.string(), z.unknown()),
});
