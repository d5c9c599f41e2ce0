import { fault } from '#contract/faults.ts';
import type { MissionContent } from '#contract/missions.ts';
import type { Tx } from '#database/client.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { requireNotSuspended } from '#domain/earning/require-not-suspended.ts';
import { creditAttempt } from './credit-attempt.ts';
import { languageOf, lockAttempt, lockMission, type MemberMission, shownTo } from './rows.ts';
import { refuseOwn } from './terms.ts';

/**
 * Stores one answer per question and completes the survey. Throws Refusal mission_not_started, mission_completed,
 * mission_own, invalid_input (the fields are `answers.<question>`), suspended, the refusals of `requireOpen`, and not_found
 * for a mission that is not a survey.
 */
export async function answerSurvey(
  tx: Tx,
  memberId: string,
  missionId: string,
  answers: Record<string, string>,
  thresholdPoints: number,
): Promise<MemberMission> {
  await lockMember(tx, memberId);
  const mission = await lockMission(tx, missionId);
  if (mission.content.kind !== 'survey') throw new Refusal('not_found');
  const attempt = await lockAttempt(tx, missionId, memberId);
  if (!attempt) throw new Refusal('mission_not_started');
  if (attempt.completedAt) throw new Refusal('mission_completed');
  await refuseOwn(tx, memberId, missionId);
  requireWhole(mission.content, answers);
  await tx
    .insertInto('missionAnswers')
    .values(
      Object.entries(answers).map(([question, answer]) => ({ attemptId: attempt.id, question, answer })),
    )
    .execute();
  await requireNotSuspended(tx, memberId);
  const credited = await creditAttempt(tx, mission, attempt, `member:${memberId}`, thresholdPoints);
  return shownTo(mission, credited, 'open', await languageOf(tx, memberId));
}

/** Throws unless every question has one of its options and nothing else is answered. */
function requireWhole(
  { questions }: Extract<MissionContent, { kind: 'survey' }>,
  answers: Record<string, string>,
): void {
  const open = questions.filter(({ id, options }) => !options.some((option) => option.id === answers[id]));
  const unknown = Object.keys(answers).filter((id) => !questions.some((question) => question.id === id));
  const fields: Record<string, string> = {};
  for (const { id } of open) fields[`answers.${id}`] = fault('required');
  for (const id of unknown) fields[`answers.${id}`] = fault('invalid');
  if (Object.keys(fields).length > 0) throw new Refusal('invalid_input', { fields });
}
