import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { LanguageCode } from '#contract/languages.ts';
import type { MissionContent, MissionPlan } from '#contract/missions.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import {
  type CountedMission,
  changeMission,
  createMission,
  digestOf,
  lockPlanned,
  mostPointsOf,
  type PlannedMission,
  planOf,
  recordTerms,
  termsInForce,
  translateMission,
} from '#domain/earning/index.ts';
import { lockAllowance, takeAllowance } from './allowance.ts';
import { askForApproval, isWaiting } from './ask.ts';
import type { Standing } from './standing.ts';
import type { Asking, TwoPeople } from './two-people.ts';

/** A mission that waits for approval: the whole plan, and the state it is based on. */
export interface AskedMission {
  plan: MissionPlan;
  digest: string;
  /** Most points that it may pay in all; null for no limit. */
  mostPoints: number | null;
  /** Digest of the terms in force when it was asked for; null before the first publication. */
  replaces: string | null;
  /** The status at that time; requests of earlier releases do not say. */
  was?: MissionPlan['status'];
}

export interface MissionSaved {
  before: PlannedMission | null;
  after: PlannedMission;
  standing: Standing;
}

/**
 * Adds a mission: a draft at once, and one to be published as in `saveMission`. A repeat of the admin's request changes nothing and
 * returns the mission as it is. Throws Refusal person_required, request_id_reused.
 */
export async function addMission(
  tx: Tx,
  plan: MissionPlan,
  { requestId, twoPeople, ...asking }: Asking & { requestId: string | undefined; twoPeople: TwoPeople },
): Promise<MissionSaved> {
  await lockAllowance(tx, asking.adminId);
  const id = requestId === undefined ? randomUUID() : idOf(asking.adminId, requestId);
  const added = await createMission(tx, { ...plan, status: 'draft' }, id);
  if (!added) return repeated(tx, id, plan);
  const draft = await shown(tx, added);
  if (plan.status === 'draft') return { before: null, after: draft, standing: 'done' };
  return { ...(await publish(tx, draft, plan, { ...asking, twoPeople })), before: null };
}

/** The mission's id where its maker gave the request one: a UUID of version 8 (RFC 9562), so that a repeat names the same. */
function idOf(adminId: string, requestId: string): string {
  const hex = createHash('sha256').update(`mission ${adminId} ${requestId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function repeated(tx: Tx, id: string, plan: MissionPlan): Promise<MissionSaved> {
  const locked = await lockPlanned(tx, id);
  const held = planOf(locked);
  // It may be a draft that waits.
  if (!isDeepStrictEqual({ ...held, ...plan, status: held.status }, held))
    throw new Refusal('request_id_reused');
  const after = await shown(tx, locked);
  return { before: after, after, standing: after.awaitingApproval ? 'awaiting_approval' : 'done' };
}

/**
 * Changes the named fields. A change of what a mission pays or what proves it, and opening it, needs a second admin's
 * approval if the mission may pay many points in all, or more than the admin may promise alone. Until then the
 * mission stays as it is and can only be stopped. Drafts need no approval. An API key saves drafts, which stay drafts, and stops
 * missions. Once a member has started it, its advertiser stays. `seen` is the version of the content that the admin looked
 * at, if they say so. Throws Refusal not_found, mission_kind_fixed, mission_changed, mission_advertiser_fixed, approval_open,
 * person_required.
 */
export async function saveMission(
  tx: Tx,
  id: string,
  change: Partial<MissionPlan>,
  { twoPeople, seen, ...asking }: Asking & { twoPeople: TwoPeople; seen: string | undefined },
): Promise<MissionSaved> {
  await lockAllowance(tx, asking.adminId);
  const locked = await lockPlanned(tx, id);
  const before = await shown(tx, locked);
  if (change.content && change.content.kind !== before.content.kind) throw new Refusal('mission_kind_fixed');
  if (change.content && replacesUnseen(locked, change.content, seen)) throw new Refusal('mission_changed');
  const plan = { ...planOf(locked), ...change };
  if (isTakenFromAdvertiser(locked, plan)) throw new Refusal('mission_advertiser_fixed');
  const stops = Object.keys(change).every((field) => field === 'status') && plan.status !== 'active';
  if (asking.byKey && !isForKeys(before.status, plan.status, stops)) throw new Refusal('person_required');
  if (!stops && before.awaitingApproval) throw new Refusal('approval_open');
  if (await publishes(tx, before, plan)) return publish(tx, before, plan, { ...asking, twoPeople });
  return { before, after: await shown(tx, await changeMission(tx, id, change)), standing: 'done' };
}

/** Whether a key may do it: change a draft that stays one, or stop what members see. */
const isForKeys = (before: Status, after: Status, stops: boolean): boolean =>
  before === 'draft'
    ? after === 'draft'
    : stops && after !== 'draft' && !(before === 'ended' && after === 'paused');

type Status = MissionPlan['status'];

/**
 * Replaces the texts of a mission in one language, which changes nothing of what it pays. An API key does so for drafts alone.
 * Throws Refusal not_found, person_required.
 */
export async function saveMissionTexts(
  tx: Tx,
  id: string,
  language: LanguageCode,
  texts: Record<string, string>,
  { byKey }: Pick<Asking, 'byKey'>,
): Promise<{ before: PlannedMission; after: PlannedMission }> {
  const { before, after } = await translateMission(tx, id, language, texts);
  if (byKey && before.status !== 'draft') throw new Refusal('person_required');
  return { before: await shown(tx, before), after: await shown(tx, after) };
}

const shown = async (tx: Tx, mission: CountedMission): Promise<PlannedMission> => ({
  ...mission,
  awaitingApproval: await isWaiting(tx, mission.id),
});

/** Whether the content would take the place of another one than was seen. What is stored already is a repeat. */
const replacesUnseen = (
  { content, contentVersion }: CountedMission,
  wanted: MissionContent,
  seen: string | undefined,
): boolean => seen !== undefined && seen !== contentVersion && !isDeepStrictEqual(wanted, content);

/** Whether the advertiser that was named to members could no longer take back what it confirmed. */
const isTakenFromAdvertiser = ({ started, content }: CountedMission, plan: MissionPlan): boolean =>
  started > 0 && advertiserOf(plan.content) !== advertiserOf(content);

const advertiserOf = (content: MissionContent) => ('advertiser' in content ? content.advertiser : undefined);

/** Whether the plan promises anything that is not promised now. */
async function publishes(tx: Tx, before: PlannedMission, plan: MissionPlan): Promise<boolean> {
  if (plan.status === 'draft') return false;
  if (plan.status === 'active' && before.status !== 'active') return true;
  return (await termsInForce(tx, before.id))?.digest !== (await digestOf(tx, plan));
}

async function publish(
  tx: Tx,
  before: PlannedMission,
  plan: MissionPlan,
  { twoPeople, ...asking }: Asking & { twoPeople: TwoPeople },
): Promise<MissionSaved> {
  if (asking.byKey) throw new Refusal('person_required');
  const { id } = before;
  const { adminId } = asking;
  const inForce = await termsInForce(tx, id);
  const digest = await digestOf(tx, plan);
  const mostPoints = await mostPointsOf(tx, id, plan);
  if (mostPoints !== null && mostPoints <= twoPeople.missionPoints) {
    // A mission opened again with the same terms promises nothing new.
    const points = inForce?.digest === digest ? 0 : mostPoints;
    const spending = { adminId, kind: 'mission', subjectId: id, points } as const;
    if (await takeAllowance(tx, spending, twoPeople)) {
      const after = await shown(tx, await changeMission(tx, id, plan));
      const limitPoints = twoPeople.missionPoints;
      await recordTerms(tx, after, { digest, mostPoints, publishedBy: adminId, limitPoints });
      return { before, after, standing: 'done' };
    }
  }
  const replaces = inForce?.digest ?? null;
  const payload: AskedMission = { plan, digest, mostPoints, replaces, was: before.status };
  await askForApproval(tx, { kind: 'mission', subjectId: id, userId: null, payload, reason: '' }, asking);
  return { before, after: await shown(tx, await lockPlanned(tx, id)), standing: 'awaiting_approval' };
}

/**
 * Publishes exactly what was asked for. The caller holds the mission locked. Throws Refusal mission_stopped if it was
 * stopped meanwhile, and approval_expired if its terms have changed, if it may now pay more in all than was asked for,
 * because more members have started it, or if the first has and its advertiser was to change.
 */
export async function publishApproved(
  tx: Tx,
  missionId: string,
  { plan, digest, mostPoints, replaces, was }: AskedMission,
  { approvalId, requestedBy }: { approvalId: string; requestedBy: string },
): Promise<void> {
  const inForce = await termsInForce(tx, missionId);
  const most = await mostPointsOf(tx, missionId, plan);
  const isMore = mostPoints !== null && (most === null || most > mostPoints);
  const isOther = (inForce?.digest ?? null) !== replaces || (await digestOf(tx, plan)) !== digest;
  const locked = await lockPlanned(tx, missionId);
  if (was !== undefined && was !== locked.status) throw new Refusal('mission_stopped');
  if (isOther || isMore || isTakenFromAdvertiser(locked, plan)) {
    throw new Refusal('approval_expired');
  }
  const after = await changeMission(tx, missionId, plan);
  await recordTerms(tx, after, { digest, mostPoints, publishedBy: requestedBy, approvalId });
}
