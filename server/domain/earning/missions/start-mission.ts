import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { MissionContent } from '#contract/missions.ts';
import type { Tx } from '#database/client.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { consumeCaptchaGrant, didBefore } from '#domain/trust/index.ts';
import {
  type Attempt,
  languageOf,
  lockAttempt,
  lockMission,
  type MemberMission,
  type Mission,
  readAvailability,
  requireOpen,
  shownTo,
  timeOf,
} from './rows.ts';
import { refuseOwn } from './terms.ts';

/** A place is kept for so much longer than the mission takes; what an advertiser must confirm first takes days. */
const PLACE_KEPT_MS = 3_600_000;
export const LINK_PLACE_KEPT_MS = 7 * 86_400_000;
/** 128 bits: the click of another member cannot be guessed. */
const CLICK_ID_BYTES = 16;

/**
 * Starts the mission, which uses a captcha grant of the member, or resumes one that they have started, without a
 * grant. Throws Refusal mission_points_required for a member without points where it `asksPoints`, captcha_required,
 * suspended, mission_completed, also for a mission that an earlier account of the member completed, mission_own; and
 * mission_paused, mission_ended, mission_full or mission_full_today if no place is free.
 */
export async function startMission(
  tx: Tx,
  memberId: string,
  missionId: string,
  { asksPoints }: { asksPoints: boolean },
): Promise<MemberMission> {
  await lockMember(tx, memberId);
  const mission = await lockMission(tx, missionId);
  const attempt = await lockAttempt(tx, missionId, memberId);
  if (attempt?.completedAt) throw new Refusal('mission_completed');
  const language = await languageOf(tx, memberId);
  // What its advertiser has declined keeps no place.
  if (attempt?.reserved || attempt?.reversedAt) return shownTo(mission, attempt, 'open', language);
  await refuseOwn(tx, memberId, missionId);
  // What was started before an earlier account had completed it may be finished.
  if (!attempt) await refuseDoneBefore(tx, memberId, missionId);
  requireOpen(await readAvailability(tx, mission));
  if (attempt) {
    await keepPlace(tx, attempt, mission.content);
  } else {
    await requireStanding(tx, memberId, { asksPoints });
    await consumeCaptchaGrant(tx, memberId, 'mission');
    await insertAttempt(tx, memberId, mission);
  }
  return shownTo(mission, await lockAttempt(tx, missionId, memberId), 'open', language);
}

async function refuseDoneBefore(tx: Tx, memberId: string, missionId: string): Promise<void> {
  const done = didBefore(memberId, sql`${missionId}`);
  const { rows } = await sql<{ done: boolean }>`select ${done} as done`.execute(tx);
  if (rows[0]?.done) throw new Refusal('mission_completed');
}

async function requireStanding(
  tx: Tx,
  memberId: string,
  { asksPoints }: { asksPoints: boolean },
): Promise<void> {
  const member = await tx
    .selectFrom('users')
    .select(['points', 'suspendedAt'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  if (member.suspendedAt) throw new Refusal('suspended');
  if (asksPoints && member.points <= 0) throw new Refusal('mission_points_required');
}

async function insertAttempt(tx: Tx, userId: string, mission: Mission): Promise<void> {
  await tx
    .insertInto('missionAttempts')
    .values({
      missionId: mission.id,
      userId,
      points: mission.points,
      reservedUntil: placeKeptUntil(mission.content),
      clickId: randomBytes(CLICK_ID_BYTES).toString('base64url'),
    })
    .execute();
}

async function keepPlace(tx: Tx, attempt: Attempt, content: MissionContent): Promise<void> {
  await tx
    .updateTable('missionAttempts')
    .set({ reservedUntil: placeKeptUntil(content) })
    .where('id', '=', attempt.id)
    .execute();
}

function placeKeptUntil(content: MissionContent) {
  const ms = 'url' in content ? LINK_PLACE_KEPT_MS : PLACE_KEPT_MS + timeOf(content);
  return sql<Date>`now() + make_interval(secs => ${ms / 1_000})`;
}
