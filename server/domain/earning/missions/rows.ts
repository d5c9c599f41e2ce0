import { type Kysely, sql } from 'kysely';
import type { MissionContent, Mission as MissionOnWire, MissionPlan } from '#contract/missions.ts';
import type { MissionState } from '#contract/missions.values.ts';
import type { Translations } from '#contract/translations.ts';
import type { Domain } from '#contract/wire.ts';
import type { Tx } from '#database/client.ts';
import type { DB } from '#database/types.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { translator } from '#domain/common/translated.ts';
import { countPlaces, dropLapsed, type TakenPlaces, takenColumns } from './places.ts';

/** A mission as stored. Only validated calls write content, status and difficulty. */
export interface Mission extends MissionPlan {
  id: string;
  translations: Translations;
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
  /** Until when its place is or was kept. */
  reservedUntil: Date;
  /** Whether a place is still kept for it, and is counted as such. */
  reserved: boolean;
  clickId: string;
  countedMs: number;
  completedAt: Date | null;
  /** When the advertiser took it back or declined to pay for it. */
  reversedAt: Date | null;
  /** The same of an attempt that staff granted afterwards. */
  overruledReversalAt: Date | null;
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
  'announced',
  'dailyCap',
  'totalCap',
  'position',
  'content',
  'translations',
] as const;
const attemptColumns = [
  'id',
  'missionId',
  'userId',
  'points',
  'reservedUntil',
  sql<boolean>`
    reserved_until > greatest(now(), (select kept_at from mission_places p where p.mission_id = mission_attempts.mission_id))`.as(
    'reserved',
  ),
  'clickId',
  'countedMs',
  'completedAt',
  'reversedAt',
  'overruledReversalAt',
] as const;

/** Locks and returns the mission. Lock order: member, mission, attempt. Throws Refusal not_found, also for a draft. */
export async function lockMission(tx: Tx, id: string): Promise<Mission> {
  const mission = await lockStarted(tx, id);
  if (mission.status === 'draft') throw new Refusal('not_found');
  return mission;
}

/** The same for a mission that the member has started: what was credited is taken back, and a claim granted, in a draft too. */
export async function lockStarted(tx: Tx, id: string): Promise<Mission> {
  const row = await tx
    .selectFrom('missions')
    .select(missionColumns)
    .select(sql<boolean>`exists (select from mission_places where mission_id = missions.id)`.as('isCounted'))
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const { isCounted, ...mission } = row;
  if (!isCounted) await countPlaces(tx, id);
  return mission as unknown as Mission;
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

/** Ids of the missions that the member has completed, or that an advertiser has declined: those cannot be started again. */
export async function endedMissions(tx: Tx, userId: string): Promise<string[]> {
  const attempts = await attemptsOf(tx, userId);
  return attempts
    .filter(({ completedAt, reversedAt }) => completedAt ?? reversedAt)
    .map(({ missionId }) => missionId);
}

/** Returns whether another member can start. The caller holds the mission locked. */
export async function readAvailability(tx: Tx, mission: Mission): Promise<Availability> {
  // Nobody can start it, however many places are taken.
  if (mission.status !== 'active') return availabilityOf(mission, { completed: 0, today: 0, kept: 0 });
  await dropLapsed(tx, mission.id);
  const taken = await tx
    .selectFrom('missions')
    .innerJoin('missionPlaces', 'missionId', 'missions.id')
    .select(takenColumns)
    .where('missions.id', '=', mission.id)
    .executeTakeFirstOrThrow();
  return availabilityOf(mission, taken);
}

export function availabilityOf(
  { status, totalCap, dailyCap }: Pick<Mission, 'status' | 'totalCap' | 'dailyCap'>,
  { completed, today, kept }: TakenPlaces,
): Availability {
  if (status !== 'active') return status === 'paused' ? 'paused' : 'ended';
  if (totalCap !== null && completed + kept >= totalCap) return 'full';
  if (dailyCap !== null && today + kept >= dailyCap) return 'full_today';
  return 'open';
}

/** Throws Refusal mission_paused, mission_ended, mission_full_today or mission_full. */
export function requireOpen(availability: Availability): void {
  if (availability !== 'open') throw new Refusal(`mission_${availability}`);
}

/** Milliseconds that a timed mission takes; 0 for the others. */
export const timeOf = (content: MissionContent): number =>
  'seconds' in content ? content.seconds * 1_000 : 0;

/** The mission as the member sees it, in their language where it is translated. */
export function shownTo(
  mission: Mission,
  attempt: Attempt | undefined,
  availability: Availability,
  language: string,
): MemberMission {
  const said = translator(mission.translations, language);
  const content = contentIn(mission.content, said);
  const state = stateOf(attempt, availability);
  return {
    id: mission.id,
    title: said(mission.title),
    description: said(mission.description),
    instructions: mission.instructions.map(said),
    pointsEarned: attempt?.points ?? mission.points,
    difficulty: mission.difficulty,
    state,
    countedMs: attempt?.countedMs ?? 0,
    completedAt: attempt?.completedAt ?? null,
    keptUntil: keptUntil(attempt, state),
    content:
      'url' in content
        ? {
            kind: content.kind,
            url: state === 'under_way' && attempt ? trackedUrl(content.url, attempt) : null,
          }
        : content,
  };
}

function contentIn(content: MissionContent, said: (text: string) => string): MissionContent {
  if (content.kind === 'survey') {
    const questions = content.questions.map(({ id, text, options }) => ({
      id,
      text: said(text),
      options: options.map((option) => ({ id: option.id, text: said(option.text) })),
    }));
    return { ...content, questions };
  }
  if (content.kind === 'browse') {
    const items = content.items.map((item) => ({ ...item, title: said(item.title), text: said(item.text) }));
    return { ...content, items };
  }
  return content;
}

/** The language of the member's screens and mails. */
export async function languageOf(reader: Reader, memberId: string): Promise<string> {
  const member = await reader
    .selectFrom('users')
    .select('locale')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  return member.locale;
}

/** The title of a mission in the member's language, for notices. */
export async function titleFor(
  reader: Reader,
  mission: Pick<Mission, 'title' | 'translations'>,
  memberId: string,
) {
  return translator(mission.translations, await languageOf(reader, memberId))(mission.title);
}

function stateOf(attempt: Attempt | undefined, availability: Availability): MissionState {
  if (attempt?.reversedAt) return 'reversed';
  if (attempt?.completedAt) return 'completed';
  if (attempt && (attempt.reserved || availability === 'open')) return 'under_way';
  return availability;
}

/** One that has lapsed while places are free is under way without a place: the member's next start keeps one. */
function keptUntil(attempt: Attempt | undefined, state: MissionState): Date | null {
  if (!attempt || attempt.completedAt || attempt.reversedAt) return null;
  return attempt.reserved || state !== 'under_way' ? attempt.reservedUntil : null;
}

const trackedUrl = (url: string, { clickId }: Attempt) => url.replaceAll('{click}', clickId);
