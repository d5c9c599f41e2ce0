import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { enqueue } from '#database/queue.ts';
import type { NoticeData, NoticeKind } from './kinds.ts';

/** Tries to deliver a notice, about a day in all. */
const DELIVERY_ATTEMPTS_MAX = 12;

/** A fact and whom it is told. */
export type Notice = {
  [Kind in NoticeKind]: {
    /** Names the fact: told once, by whichever process and however often it is reported. */
    key: string;
    userId: string;
    kind: Kind;
    data: NoticeData[Kind];
  };
}[NoticeKind];

/**
 * Tells a member a fact, in the transaction of the fact. What is told where is decided when it goes out, by the
 * member's switches of that moment. Answers false if it was told before, or if the member has left.
 */
export async function notify(tx: Tx, notice: Notice): Promise<boolean> {
  const { key, userId, kind, data } = notice;
  const { rows } = await sql<{ id: string }>`
    insert into notices (key, user_id, kind, data)
    select ${key}, id, ${kind}, ${JSON.stringify(data)}::jsonb from users where id = ${userId} and erased_at is null
    on conflict (key) do nothing
    returning id`.execute(tx);
  const [inserted] = rows;
  if (inserted) await enqueueDelivery(tx, inserted.id, kind);
  return inserted !== undefined;
}

/**
 * Asks for a delivery. A waiting one of the same notice keeps its time. Marketing goes out last: there is as much of it
 * at once as there are members, and codes, links and rewards do not wait for hours behind it.
 */
export async function enqueueDelivery(tx: Tx, noticeId: string, kind: NoticeKind): Promise<void> {
  const attemptsMax = DELIVERY_ATTEMPTS_MAX;
  const place = { key: deliveryKey(noticeId), keepRunAt: true, last: kind === 'marketing' };
  await enqueue(tx, 'deliver_notice', { noticeId }, { attemptsMax, ...place });
}

export const deliveryKey = (noticeId: string): string => `deliver_notice:${noticeId}`;
