import { type Kysely, sql } from 'kysely';
import type { MissionContent, Mission as MissionOnWire, MissionPlan } from '#contract/missions.ts';
import type { MissionState } from '#contract/missions.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Tx } from '#database/client.ts';
import type { DB } from '#database/types.ts';
import { Refusal } from '#domain/common/refusal.ts';

/** A mission as stored. Only validated calls write content, status and difficulty. */
export interface Mission extends MissionPlan {
  id: string;
}

/** A mission as a member sees it. */
export type MemberMission = Domain<MissionOnWire>;

/** What one member has done of one mission. */
export interface Attempt {
  id: string;
  missionId: string;
  userId: string;
  /** Promised at the start. */
  points: number;
  /** Whether a place is still kept for it. */
  reserved: boolean;
  clickId: string;
  countedMs: number;
  completedAt: Date | null;
  /** When the advertiser took it back or declined to pay for it. */
  reversedAt: Date | null;
}

/** Whether another member can start. */
export type Availability = 'open' | 'paused' | 'ended' | 'full_today' | 'full';

/** A timed mission may be completed this many milliseconds early, since two messages are on their way. */
export const FINISH_TOLERANCE_MS = 1_000;

type Reader = Kysely<DB> | Tx;

export const missionColumns = [
  'id',
  'title',
  'description',
  'instructions',
  'points',
  'difficulty',
  'status',
  'dailyCap',
  'totalCap',
  'position',
  'content',
] as const;
const attemptColumns = [
  'id',
  'missionId',
  'userId',
  'points',
  sql<boolean>`reserved_until > now()`.as('reserved'),
  'clickId',
  'countedMs',
  'completedAt',
  'reversedAt',
] as const;

/** Locks and returns the mission. Lock order: member, mission, attempt. Throws Refusal not_found, also for a draft. */
export async function lockMission(tx: Tx, id: string): Promise<Mission> {
  const row = await tx
    .selectFrom('missions')
    .select(missionColumns)
    .where('id', '=', id)
    .where('status', '<>', 'draft')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row as unknown as Mission;
}

/** Locks and returns the member's attempt; undefined if there is none. */
export const lockAttempt = (tx: Tx, missionId: string, userId: string): Promise<Attempt | undefined> =>
  tx
    .selectFrom('missionAttempts')
    .select(attemptColumns)
    .where('missionId', '=', missionId)
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const attemptsOf = (reader: Reader, userId: string): Promise<Attempt[]> =>
  reader.selectFrom('missionAttempts').select(attemptColumns).where('userId', '=', userId).execute();

/**
 * Returns whether another member can start. Places are taken by completed attempts (today's, for the daily cap) and
 * by started ones whose place is still kept. Reliable only while the mission is locked.
 */
export async function availabilityOf(reader: Reader, mission: Mission): Promise<Availability> {
  if (mission.status !== 'active') return mission.status === 'paused' ? 'paused' : 'ended';
  const { totalCap, dailyCap } = mission;
  if (totalCap === null && dailyCap === null) return 'open';
  // Each count reads only its own range of an index, since an old mission has many attempts.
  const { rows } = await sql<{ all: number; today: number; kept: number }>`
    select
      (select count(*) from mission_attempts
        where mission_id = ${mission.id} and completed_at is not null and ${totalCap}::integer is not null
      )::integer as all,
      (select count(*) from mission_attempts
        where mission_id = ${mission.id} and completed_at >= date_trunc('day', now(), 'UTC')
      )::integer as today,
      (select count(*) from mission_attempts
        where mission_id = ${mission.id} and completed_at is null and reserved_until > now()
      )::integer as kept`.execute(reader);
  const taken = rows[0];
  if (!taken) throw new Error('the count of places returned no row');
  if (totalCap !== null && taken.all + taken.kept >= totalCap) return 'full';
  if (dailyCap !== null && taken.today + taken.kept >= dailyCap) return 'full_today';
  return 'open';
}

/** Throws Refusal mission_paused, mission_ended, mission_full_today or mission_full. */
export function requireOpen(availability: Availability): void {
  if (availability !== 'open') throw new Refusal(`mission_${availability}`);
}

/** Milliseconds that a timed mission takes; 0 for the others. */
export const timeOf = (content: MissionContent): number =>
  'seconds' in content ? content.seconds * 1_000 : 0;

export function shownTo(
  mission: Mission,
  attempt: Attempt | undefined,
  availability: Availability,
): MemberMission {
  const { content } = mission;
  const state = stateOf(attempt, availability);
  return {
    id: mission.id,
    title: mission.title,
    description: mission.description,
    instructions: mission.instructions,
    pointsEarned: attempt?.points ?? mission.points,
    difficulty: mission.difficulty,
    state,
    countedMs: attempt?.countedMs ?? 0,
    completedAt: attempt?.completedAt ?? null,
    content:
      'url' in content
        ? {
            kind: content.kind,
            url: state === 'under_way' && attempt ? trackedUrl(content.url, attempt) : null,
          }
        : content,
  };
}

function stateOf(attempt: Attempt | undefined, availability: Availability): MissionState {
  if (attempt?.completedAt) return 'completed';
  if (attempt && (attempt.reserved || availability === 'open')) return 'under_way';
  return availability;
}

const trackedUrl = (url: string, { clickId }: Attempt) => url.replaceAll('{click}', clickId);
