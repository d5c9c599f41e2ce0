import { sql } from 'kysely';
import type { Appeal as AppealOnWire } from '#contract/appeals.ts';
import type { Pause } from '#contract/member.ts';
import { STAFF_LIST_MAX } from '#contract/staff.values.ts';
import type { PauseReason } from '#contract/suspensions.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import {
  assigneeColumns,
  lockAssignment,
  type Owned,
  refuseOtherAdmins,
  setAssignee,
} from '#domain/common/assignment.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { notify } from '#domain/notices/index.ts';
import { requireOwner } from '#domain/trust/require-owner.ts';
import { endPause } from '#domain/trust/suspensions/pause.ts';
import { endSuspension } from '#domain/trust/suspensions/suspension.ts';

/** An open appeal, and the admin it is assigned to. */
type Appeal = Omit<Domain<AppealOnWire>, 'dueAt' | 'owner'> & {
  ownerId: string | null;
  ownerName: string | null;
};

/**
 * Files an appeal against the member's pause, one per pause; of parallel ones the first counts. Throws Refusal
 * not_paused, pause_replaced if another pause is in force than the one that began at `since`, and appeal_open if there is an
 * appeal already, also a decided one that kept the pause.
 */
export async function appealPause(
  tx: Tx,
  userId: string,
  { text, since }: { text: string; since: Date | undefined },
): Promise<void> {
  // The time stays in the database, since a JavaScript date would cut its microseconds.
  const { rows } = await sql<{ pausedAt: Date; appealId: string | null }>`
    with pause as (
      select id, paused_at, paused_reason from users where id = ${userId} and paused_at is not null for no key update
    ),
    inserted as (
      insert into appeals (user_id, paused_at, reason, text)
      select id, paused_at, paused_reason, ${text} from pause
      on conflict (user_id, paused_at) do nothing
      returning id
    )
    select paused_at, (select id from inserted) as appeal_id from pause`.execute(tx);
  const [pause] = rows;
  if (!pause) throw new Refusal('not_paused');
  // The transaction takes back what was inserted.
  if (since && since.getTime() !== pause.pausedAt.getTime()) throw new Refusal('pause_replaced');
  if (!pause.appealId) throw new Refusal('appeal_open');
}

/** What a member answered to the pause in force, and what became of that. */
export type AppealOfPause = NonNullable<Domain<Pause>['appeal']>;

/** The answer of a member to the pause in force; undefined without one. */
export async function appealOfPause(
  database: Database | Tx,
  userId: string,
): Promise<AppealOfPause | undefined> {
  return database
    .selectFrom('appeals')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'appeals.userId').onRef('users.pausedAt', '=', 'appeals.pausedAt'),
    )
    .select(['appeals.text', 'appeals.createdAt as sentAt', 'appeals.decision', 'appeals.answer'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
}

/** Answers that nobody has decided on and whose pause or suspension is still in force, oldest first, at most STAFF_LIST_MAX. */
export async function listAppeals(database: Database): Promise<Appeal[]> {
  const rows = await database
    .selectFrom('appeals')
    .innerJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'appeals.userId')
        .on(
          'appeals.pausedAt',
          '=',
          sql<Date>`case appeals.kind when 'pause' then users.paused_at else users.suspended_at end`,
        ),
    )
    .leftJoin('users as owner', 'owner.id', 'appeals.ownerId')
    .select(assigneeColumns('appeals'))
    .select([
      'appeals.id',
      'appeals.userId',
      'users.name',
      'users.email',
      'users.isAdmin as isStaff',
      'appeals.kind',
      'appeals.reason',
      'appeals.pausedAt',
      sql<string>`coalesce(case appeals.kind when 'pause' then users.paused_text else users.suspended_text end, '')`.as(
        'measureText',
      ),
      'appeals.text',
      'appeals.createdAt',
    ])
    .where('appeals.decidedAt', 'is', null)
    .orderBy('appeals.createdAt')
    .limit(STAFF_LIST_MAX)
    .execute();
  return rows.map((row) => ({
    ...row,
    reason: row.reason as PauseReason,
    isStaff: row.isStaff && row.kind === 'suspension',
  }));
}

/**
 * Grants an appeal, which ends the pause or the suspension, or keeps it; `answer` is shown to the member. Of parallel
 * decisions the first counts. Staff cannot decide on their own appeal, and only an owner on the suspension of staff.
 * Throws Refusal not_found, not_permitted, approval_own, appeal_decided, work_taken.
 */
export async function decideAppeal(
  tx: Tx,
  {
    appealId,
    decision,
    answer,
    adminId,
  }: { appealId: string; decision: 'granted' | 'kept'; answer: string; adminId: string },
): Promise<{ userId: string }> {
  const appeal = await tx
    .selectFrom('appeals')
    .select(['userId', 'kind'])
    .where('id', '=', appealId)
    .executeTakeFirst();
  if (!appeal) throw new Refusal('not_found');
  const { userId, kind } = appeal;
  if (userId === adminId) throw new Refusal('approval_own');
  await lockMember(tx, userId);
  if (kind === 'suspension' && (await isStaff(tx, userId))) await requireOwner(tx, adminId);
  const owned = await lockUndecided(tx, appealId);
  refuseOtherAdmins(owned, adminId);
  const decided = await tx
    .updateTable('appeals')
    .set({ decision, answer, decidedAt: sql`now()`, decidedBy: adminId })
    .where('id', '=', appealId)
    .where('decidedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!decided) throw new Refusal('appeal_decided');
  await carryOut(tx, {
    appealId,
    userId,
    kind,
    answer,
    adminId,
    granted: decision === 'granted',
  });
  return { userId };
}

async function carryOut(
  tx: Tx,
  decided: {
    appealId: string;
    userId: string;
    kind: Appeal['kind'];
    answer: string;
    adminId: string;
    granted: boolean;
  },
): Promise<void> {
  const { appealId, userId, kind, answer, adminId, granted } = decided;
  if (kind === 'suspension' && granted) {
    await endSuspension(tx, { userId, answer, adminId });
    return;
  }
  if (granted) await endPause(tx, userId);
  else if (kind === 'pause') announce(tx, userId, { type: 'pause', data: {} });
  const key = `appeal:${appealId}`;
  if (kind === 'suspension') await notify(tx, { key, userId, kind: 'suspension_kept', data: { answer } });
  else await notify(tx, { key, userId, kind: granted ? 'appeal_granted' : 'appeal_kept', data: { answer } });
}

const isStaff = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.selectFrom('users').select('isAdmin').where('id', '=', userId).executeTakeFirst())?.isAdmin ??
  false;

/**
 * Assigns an appeal to the admin, or ends the assignment. Throws Refusal not_found, approval_own, appeal_decided,
 * work_taken.
 */
export async function assignAppeal(
  tx: Tx,
  { appealId, adminId, taken }: { appealId: string; adminId: string; taken: boolean },
): Promise<void> {
  const owned = await lockUndecided(tx, appealId);
  if (owned.userId === adminId) throw new Refusal('approval_own');
  refuseOtherAdmins(owned, adminId);
  await setAssignee(tx, 'appeals', appealId, taken ? adminId : null);
}

async function lockUndecided(tx: Tx, appealId: string): Promise<Owned> {
  const owned = await lockAssignment(tx, 'appeals', appealId);
  if (owned.decided) throw new Refusal('appeal_decided');
  return owned;
}
