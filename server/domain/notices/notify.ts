import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { enqueue, enqueueOf, type Place } from '#database/queue.ts';
import { type NoticeData, type NoticeKind, TO_MANY } from './kinds.ts';

/** Tries to deliver a notice, over almost three days. tell_credits and reverse_postbacks have the same number. */
const DELIVERY_ATTEMPTS_MAX = 21;

/** An event and the member to notify. */
export type Notice = {
  [Kind in NoticeKind]: {
    /** Names the event; a key is notified once, whichever process reports it and however often. */
    key: string;
    userId: string;
    kind: Kind;
    data: NoticeData[Kind];
  };
}[NoticeKind];

/**
 * Notifies a member of an event, in the event's transaction. The channels are chosen when it is sent, by the member's
 * switches at that moment. Waits for a member who is leaving, or the notice would stay behind. Returns false if it was notified
 * before or the member has left.
 */
export async function notify(tx: Tx, notice: Notice): Promise<boolean> {
  const { key, userId, kind, data } = notice;
  const told = await enqueueDeliveries(
    tx,
    // A row with the id of the notice, if it is new.
    sql`
      insert into notices (key, user_id, kind, data)
      select ${key}, id, ${kind}, ${JSON.stringify(data)}::jsonb from users
      where id = ${userId} and erased_at is null for key share
      on conflict (key) do nothing
      returning id`,
    kind,
  );
  return told > 0;
}

/** Records that a member was notified of an event by other means: `notify` with this key does nothing from now on. */
export async function notifiedBefore(tx: Tx, { key, userId, kind, data }: Notice): Promise<void> {
  await sql`
    insert into notices (key, user_id, kind, data, delivered_at)
    select ${key}, id, ${kind}, ${JSON.stringify(data)}::jsonb, now() from users
    where id = ${userId} and erased_at is null for key share
    on conflict (key) do nothing`.execute(tx);
}

/** Queues a delivery. A waiting one of the same notice keeps its time. */
export async function enqueueDelivery(tx: Tx, noticeId: string, kind: NoticeKind): Promise<void> {
  await enqueue(tx, 'deliver_notice', { noticeId }, { key: deliveryKey(noticeId), ...placeOf(kind) });
}

/** Queues the deliveries of notices of a kind whose ids the statement `rows` returns. Returns how many there were. */
export const enqueueDeliveries = (tx: Tx, rows: RawBuilder<unknown>, kind: NoticeKind): Promise<number> =>
  enqueueOf(tx, 'deliver_notice', {
    rows,
    payload: sql`json_build_object('noticeId', id)`,
    key: sql`${deliveryKey('')}::text || id`,
    ...placeOf(kind),
  });

/**
 * A mail to many is one notice per member at once, and the others must not wait for hours behind it. Credits are many, and only
 * pushed: others must not wait behind them for a push service that is silent. Thousands of rewards may end in one second.
 */
const PLACES: Partial<Record<NoticeKind, Place>> = {
  points_credited: 'later',
  marketing: 'last',
  announcement: 'last',
  reward_ending: 'last',
};

const placeOf = (kind: NoticeKind) => ({
  attemptsMax: DELIVERY_ATTEMPTS_MAX,
  keepRunAt: true,
  place: PLACES[kind] ?? 'first',
});

/** The kinds of mails to many, for SQL. Literals, because the indexes of notices that wait name the same. */
export const KINDS_TO_MANY = sql`(${sql.join(TO_MANY.map((kind) => sql.lit(kind)))})`;

/** The keys of notices that staff send again begin so. */
export const COPY_KEY = 'resent:';

export const deliveryKey = (noticeId: string): string => `deliver_notice:${noticeId}`;
