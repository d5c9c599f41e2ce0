import type { Tx } from '#database/client.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { requireNotSuspended } from '#domain/earning/require-not-suspended.ts';
import { creditAttempt } from './credit-attempt.ts';
import {
  FINISH_TOLERANCE_MS,
  languageOf,
  lockAttempt,
  lockMission,
  type MemberMission,
  shownTo,
  timeOf,
} from './rows.ts';
import { refuseOwn } from './terms.ts';

/**
 * Completes a timed mission whose time is counted in full. A repeated call returns the same and moves nothing. Throws
 * Refusal mission_not_started, mission_unfinished, mission_own, suspended, the refusals of `requireOpen`, and not_found for
 * a mission without a clock.
 */
export async function completeMission(
  tx: Tx,
  memberId: string,
  missionId: string,
  thresholdPoints: number,
): Promise<MemberMission> {
  await lockMember(tx, memberId);
  const mission = await lockMission(tx, missionId);
  const targetMs = timeOf(mission.content);
  if (targetMs === 0) throw new Refusal('not_found');
  const attempt = await lockAttempt(tx, missionId, memberId);
  if (!attempt) throw new Refusal('mission_not_started');
  const language = await languageOf(tx, memberId);
  if (attempt.completedAt) return shownTo(mission, attempt, 'open', language);
  if (attempt.countedMs < targetMs - FINISH_TOLERANCE_MS) throw new Refusal('mission_unfinished');
  // Its owner may have made it shorter since they started it.
  await refuseOwn(tx, memberId, missionId);
  await requireNotSuspended(tx, memberId);
  const credited = await creditAttempt(tx, mission, attempt, `member:${memberId}`, thresholdPoints);
  return shownTo(mission, credited, 'open', language);
}
