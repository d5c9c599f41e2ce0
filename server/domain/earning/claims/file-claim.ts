import { sql } from 'kysely';
import type { Claim } from '#contract/claims.ts';
import { CLAIM_DAYS_MAX } from '#contract/claims.values.ts';
import { fault } from '#contract/faults.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { readClock } from '#database/clock.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { claimedOffer } from './claimed-offer.ts';
import { claimColumns, shownClaim } from './rows.ts';
import { type Claimed, isSameReward } from './same-reward.ts';

const DAY_MS = 86_400_000;
const CLAIMS_MAX = 100;

export type ClaimAbout =
  | { kind: 'wall'; wall: string; title: string; taskId?: string | undefined }
  | { kind: 'offer'; clickId: string }
  | { kind: 'mission'; missionId: string };

/**
 * Files a claim for staff to decide, or returns the open one with the same words and time about the same click, task or
 * mission: a browser that missed the response sends again. `walls` are the ids of this site's walls. Throws Refusal
 * invalid_input for an unknown wall, a task of another member, or a time in the future or more than CLAIM_DAYS_MAX ago;
 * not_found for a click that is not the member's; mission_not_started; mission_completed; not_signed_in if the account was
 * deleted meanwhile.
 */
export async function fileClaim(
  tx: Tx,
  memberId: string,
  claim: { about: ClaimAbout; happenedAt: Date; text: string },
  walls: readonly string[],
): Promise<Domain<Claim>> {
  const { about, happenedAt, text } = claim;
  const age = (await readClock(tx)).getTime() - happenedAt.getTime();
  if (age < 0 || age > CLAIM_DAYS_MAX * DAY_MS) throw invalid('happenedAt');
  if (about.kind === 'wall' && !walls.includes(about.wall)) throw invalid('about.wall');
  if (about.kind === 'wall' && about.taskId) await requireTask(tx, memberId, about.taskId);
  const subject = await subjectOf(tx, memberId, about);
  const member = tx.selectFrom('users').select('id').where('id', '=', memberId).where('erasedAt', 'is', null);
  if (!(await member.forNoKeyUpdate().executeTakeFirst())) throw new Refusal('not_signed_in');
  const claimed = { clickId: null, taskId: null, missionId: null, ...subject, userId: memberId };
  const open = await openClaim(tx, claimed, { happenedAt, text });
  const { id } =
    open ??
    (await tx
      .insertInto('rewardClaims')
      .values({ ...subject, userId: memberId, happenedAt, text })
      .returning('id')
      .executeTakeFirstOrThrow());
  return shownClaim(await claimsOf(tx).where('rewardClaims.id', '=', id).executeTakeFirstOrThrow());
}

async function subjectOf(tx: Tx, memberId: string, about: ClaimAbout) {
  if (about.kind === 'wall') return { wall: about.wall, title: about.title, taskId: about.taskId ?? null };
  if (about.kind === 'mission') {
    return { missionId: about.missionId, title: await missionTitle(tx, memberId, about.missionId) };
  }
  const click = await claimedOffer(tx, memberId, about.clickId);
  if (!click) throw new Refusal('not_found');
  return { wall: click.wall, title: click.title, clickId: click.id, offer: JSON.stringify(click.stood) };
}

const openClaim = (
  tx: Tx,
  claimed: Claimed & { missionId: string | null },
  { happenedAt, text }: { happenedAt: Date; text: string },
) =>
  tx
    .selectFrom('rewardClaims')
    .select('id')
    .where('userId', '=', claimed.userId)
    .where((claim) => claim.or([isSameReward(claimed), claim('missionId', '=', claimed.missionId)]))
    .where('happenedAt', '=', happenedAt)
    .where('text', '=', text)
    .where('decidedAt', 'is', null)
    .executeTakeFirst();

const claimsOf = (database: Database) =>
  database
    .selectFrom('rewardClaims')
    .innerJoin('users', 'users.id', 'rewardClaims.userId')
    .leftJoin('missions', 'missions.id', 'rewardClaims.missionId')
    .select(claimColumns)
    .select(
      sql<string | null>`missions.translations -> users.locale ->> reward_claims.title`.as('translatedTitle'),
    );

/** The member's claims, newest first, at most 100. */
export async function listClaims(database: Database, memberId: string): Promise<Domain<Claim>[]> {
  const rows = await claimsOf(database)
    .where('rewardClaims.userId', '=', memberId)
    .orderBy('rewardClaims.createdAt', 'desc')
    .limit(CLAIMS_MAX)
    .execute();
  return rows.map(shownClaim);
}

/** Returns the title of a mission that the member has started but was not credited for. */
async function missionTitle(tx: Tx, memberId: string, missionId: string): Promise<string> {
  const attempt = await tx
    .selectFrom('missionAttempts')
    .innerJoin('missions', 'missions.id', 'missionId')
    .select(['title', 'completedAt'])
    .where('missionId', '=', missionId)
    .where('userId', '=', memberId)
    .executeTakeFirst();
  if (!attempt) throw new Refusal('mission_not_started');
  if (attempt.completedAt) throw new Refusal('mission_completed');
  return attempt.title;
}

async function requireTask(tx: Tx, memberId: string, taskId: string): Promise<void> {
  const task = await tx
    .selectFrom('tasks')
    .select('id')
    .where('id', '=', taskId)
    .where('userId', '=', memberId)
    .executeTakeFirst();
  if (!task) throw invalid('about.taskId');
}

const invalid = (field: string) => new Refusal('invalid_input', { fields: { [field]: fault('invalid') } });
