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
}

export interface MissionSaved {
  before: PlannedMission | null;
  after: PlannedMission;
  standing: Standing;
}

/** Adds a mission: a draft at once, and one to be published as in `saveMission`. Throws Refusal person_required. */
export async function addMission(
  tx: Tx,
  plan: MissionPlan,
  asking: Asking,
  twoPeople: TwoPeople,
): Promise<MissionSaved> {
  await lockAllowance(tx, asking.adminId);
  const draft = await shown(tx, await createMission(tx, { ...plan, status: 'draft' }));
  if (plan.status === 'draft') return { before: null, after: draft, standing: 'done' };
  return { ...(await publish(tx, draft, plan, { ...asking, twoPeople })), before: null };
}

/**
 * Changes the named fields. A change of what a mission pays or what proves it, and opening it, needs a second admin's
 * approval if the mission may pay many points in all, or more than the admin may promise alone. Until then the
 * mission stays as it is and can only be stopped. Drafts need no approval. An API key cannot publish. Once a member has
 * started it, its advertiser stays. Throws Refusal not_found, mission_kind_fixed, mission_advertiser_fixed,
 * approval_open, person_required.
 */
export async function saveMission(
  tx: Tx,
  id: string,
  change: Partial<MissionPlan>,
  { twoPeople, ...asking }: Asking & { twoPeople: TwoPeople },
): Promise<MissionSaved> {
  await lockAllowance(tx, asking.adminId);
  const locked = await lockPlanned(tx, id);
  const before = await shown(tx, locked);
  if (change.content && change.content.kind !== before.content.kind) throw new Refusal('mission_kind_fixed');
  const plan = { ...planOf(locked), ...change };
  if (isTakenFromAdvertiser(locked, plan)) throw new Refusal('mission_advertiser_fixed');
  const stops = Object.keys(change).every((field) => field === 'status') && plan.status !== 'active';
  if (!stops && before.awaitingApproval) throw new Refusal('approval_open');
  if (await publishes(tx, before, plan)) return publish(tx, before, plan, { ...asking, twoPeople });
  return { before, after: await shown(tx, await changeMission(tx, id, change)), standing: 'done' };
}

/** Replaces the texts of a mission in one language, which changes nothing of what it pays. Throws Refusal not_found. */
export async function saveMissionTexts(
  tx: Tx,
  id: string,
  language: LanguageCode,
  texts: Record<string, string>,
): Promise<{ before: PlannedMission; after: PlannedMission }> {
  const { before, after } = await translateMission(tx, id, language, texts);
  return { before: await shown(tx, before), after: await shown(tx, after) };
}

const shown = async (tx: Tx, mission: CountedMission): Promise<PlannedMission> => ({
  ...mission,
  awaitingApproval: await isWaiting(tx, mission.id),
});

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
  const payload: AskedMission = { plan, digest, mostPoints, replaces: inForce?.digest ?? null };
  await askForApproval(tx, { kind: 'mission', subjectId: id, userId: null, payload, reason: '' }, asking);
  return { before, after: await shown(tx, await lockPlanned(tx, id)), standing: 'awaiting_approval' };
}

/**
 * Publishes exactly what was asked for. The caller holds the mission locked. Throws Refusal approval_expired if the
 * mission's terms have changed, if it may now pay more in all than was asked for, because more members have started it,
 * or if the first has and its advertiser was to change.
 */
export async function publishApproved(
  tx: Tx,
  missionId: string,
  { plan, digest, mostPoints, replaces }: AskedMission,
  { approvalId, requestedBy }: { approvalId: string; requestedBy: string },
): Promise<void> {
  const inForce = await termsInForce(tx, missionId);
  const most = await mostPointsOf(tx, missionId, plan);
  const isMore = mostPoints !== null && (most === null || most > mostPoints);
  const isOther = (inForce?.digest ?? null) !== replaces || (await digestOf(tx, plan)) !== digest;
  if (isOther || isMore || isTakenFromAdvertiser(await lockPlanned(tx, missionId), plan)) {
    throw new Refusal('approval_expired');
  }
  const after = await changeMission(tx, missionId, plan);
  await recordTerms(tx, after, { digest, mostPoints, publishedBy: requestedBy, approvalId });
}
