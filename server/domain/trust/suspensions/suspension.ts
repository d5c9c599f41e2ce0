import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { PauseReason } from '#contract/suspensions.values.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { notify, notifyOwners } from '#domain/notices/index.ts';
import { closeAppeals, type Sanction } from './sanction.ts';

/** How long after a sign-in attempt a suspended member can appeal with the token of its refusal. */
const TOKEN_MINUTES = 30;
const MINUTE_MS = 60_000;

/** A suspension as shown to its member at sign-in. */
export interface Suspension {
  userId: string;
  reason: PauseReason;
  text: string;
  since: Date;
  /** When it was read, by the database's clock. */
  readAt: Date;
  /** Microseconds since 1970, as in the database; identifies this suspension of the member. */
  mark: string;
  /** The state of the member's appeal; null without one. */
  answer: { decision: 'kept' | null; text: string | null } | null;
}

/** Returns the suspension in force, or undefined. */
export async function readSuspension(tx: Tx, userId: string): Promise<Suspension | undefined> {
  const { rows } = await sql<
    Omit<Suspension, 'answer'> & { answered: boolean; decision: 'kept' | null; answer: string | null }
  >`
    select u.id as user_id, coalesce(u.suspended_reason, 'staff_review') as reason,
      coalesce(u.suspended_text, '') as text, u.suspended_at as since, now() as read_at, ${MARK} as mark,
      a.id is not null as answered, a.decision, a.answer
    from users u left join appeals a on a.user_id = u.id and a.paused_at = u.suspended_at and a.kind = 'suspension'
    where u.id = ${userId} and u.suspended_at is not null`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { answered, decision, answer, ...suspension } = row;
  return { ...suspension, answer: answered ? { decision, text: answer } : null };
}

const MARK = sql`(extract(epoch from u.suspended_at) * 1000000)::bigint::text`;

/**
 * The refusal of a sign-in whose password and second factor were right: reason, text, and a token with which the
 * member can appeal against this suspension.
 */
export function suspendedRefusal(key: Buffer, suspension: Suspension): Refusal {
  const { userId, reason, text, since, readAt, mark, answer } = suspension;
  const body = `${userId}.${mark}.${readAt.getTime() + TOKEN_MINUTES * MINUTE_MS}`;
  return new Refusal('suspended', {
    details: {
      reason,
      text,
      since: since.toISOString(),
      ...(answer ? { answered: answer.decision ?? 'open', answer: answer.text ?? '' } : {}),
      ...(answer ? {} : { appealToken: `${body}.${signatureOf(key, body)}` }),
    },
  });
}

const signatureOf = (key: Buffer, body: string) => createHmac('sha256', key).update(body).digest('base64url');

/** What a token says: the suspension that it was made for, and its end in milliseconds since 1970. */
export interface AppealToken {
  userId: string;
  mark: string;
  end: number;
}

/** Throws Refusal invalid_appeal_token unless we made the token. Whether it has expired is for the database to say. */
export function readAppealToken(key: Buffer, token: string): AppealToken {
  const [userId = '', mark = '', end = '', signature = '', ...more] = token.split('.');
  const given = Buffer.from(signature);
  const right = Buffer.from(signatureOf(key, `${userId}.${mark}.${end}`));
  const signed = given.length === right.length && timingSafeEqual(given, right);
  if (!signed || more.length > 0) throw new Refusal('invalid_appeal_token');
  return { userId, mark, end: Number(end) };
}

/**
 * Files an appeal against a suspension, one per suspension. Throws Refusal invalid_appeal_token if that suspension
 * or the token has ended, and appeal_open.
 */
export async function appealSuspension(
  tx: Tx,
  { userId, mark, end }: AppealToken,
  text: string,
): Promise<void> {
  const { rows } = await sql<{ appealId: string | null }>`
    with suspension as (
      select u.id, u.suspended_at, u.suspended_reason from users u
      where u.id = ${userId} and u.suspended_at is not null and ${MARK} = ${mark}
        and now() <= to_timestamp(${end / 1_000}::float8) for no key update
    ),
    inserted as (
      insert into appeals (user_id, kind, paused_at, reason, text)
      select id, 'suspension', suspended_at, coalesce(suspended_reason, 'staff_review'), ${text} from suspension
      on conflict (user_id, paused_at) do nothing
      returning id
    )
    select (select id from inserted) as appeal_id from suspension`.execute(tx);
  const [suspension] = rows;
  if (!suspension) throw new Refusal('invalid_appeal_token');
  if (!suspension.appealId) throw new Refusal('appeal_open');
}

/**
 * Records a suspension and notifies the member, and the owners if the member has a role. One in force is replaced, and an
 * open appeal against it is closed. The caller ends the sessions. Throws Refusal not_found.
 */
export async function beginSuspension(tx: Tx, { userId, reason, text, adminId }: Sanction): Promise<void> {
  const suspended = await tx
    .updateTable('users')
    .set({ suspendedAt: sql`clock_timestamp()`, suspendedReason: reason, suspendedText: text })
    .where('id', '=', userId)
    .where('erasedAt', 'is', null)
    .returning(['suspendedAt', 'isAdmin'])
    .executeTakeFirst();
  if (!suspended?.suspendedAt) throw new Refusal('not_found');
  await closeAppeals(tx, 'suspension', { userId, adminId, decision: 'kept', answer: text });
  const key = `account_suspended:${userId}:${suspended.suspendedAt.toISOString()}`;
  await notify(tx, { key, userId, kind: 'account_suspended', data: { reason, text } });
  if (suspended.isAdmin) await tellOwners(tx, key);
}

/**
 * Ends a suspension, notifies the member with `answer`, and the owners if the member has a role, and grants an open appeal.
 * Returns whether there was one. Throws Refusal not_found.
 */
export async function endSuspension(
  tx: Tx,
  { userId, answer, adminId }: { userId: string; answer: string; adminId: string | null },
): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select(['suspendedAt', 'isAdmin'])
    .where('id', '=', userId)
    .where('erasedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  if (!row.suspendedAt) return false;
  await tx
    .updateTable('users')
    .set({ suspendedAt: null, suspendedReason: null, suspendedText: null })
    .where('id', '=', userId)
    .execute();
  await closeAppeals(tx, 'suspension', { userId, adminId, decision: 'granted', answer: answer || null });
  const key = `account_reinstated:${userId}:${row.suspendedAt.toISOString()}`;
  await notify(tx, { key, userId, kind: 'account_reinstated', data: { answer } });
  if (row.isAdmin) await tellOwners(tx, key);
  return true;
}

/** Of a suspension of staff, which takes from them what their role allows, or of its end, which gives it back at once. */
const tellOwners = (tx: Tx, key: string) =>
  notifyOwners(tx, { key: `${key}:owner`, kind: 'staff_suspension', data: {} });
