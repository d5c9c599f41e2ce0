import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { type NoticeKind, routeOf } from './kinds.ts';
import type { Mailer } from './mailer.ts';
import { unsubscribeUrl } from './marketing/unsubscribe.ts';
import { deliveryKey, enqueueDelivery } from './notify.ts';
import type { Push } from './push.ts';
import type { MailSite } from './words/layout.ts';
import { noticeMail, noticePush } from './words/words.ts';

/** What the delivery of notices needs from outside. */
export interface NoticePorts {
  mailer: Mailer;
  push: Push;
  site: MailSite;
  /** Signs the links that end marketing mail. */
  unsubscribeKey: Buffer;
}

/** Nobody else delivers a notice within this time of its claim: longer than both channels' timeouts. */
const LEASE_SECONDS = 120;
/** The sweep takes up at most so many, and none older than the last try of its job could be. */
const SWEEP_MAX = 500;
const SWEEP_DAYS = 3;

interface Claimed {
  id: string;
  userId: string;
  kind: NoticeKind;
  data: unknown;
  mailed: boolean;
  pushed: boolean;
  email: string;
  locale: string;
  emailNotifications: boolean;
  pushNotifications: boolean;
  dataAlerts: boolean;
  marketingConsentAt: Date | null;
}

/**
 * Sends a notice over the channels that the member's switches leave open. One worker at a time holds it; each channel
 * notes when it went out and is then done. A worker that dies between sending and noting is the one case in which a
 * channel sends twice: the mail then has the same Message-ID and the push message the same tag, so that they show as
 * one. Better twice than never. Throws when a channel failed, to be tried again.
 */
export async function deliverNotice(
  transact: Transact,
  ports: NoticePorts,
  { noticeId }: { noticeId: string },
): Promise<void> {
  const claimed = await transact((tx) => claim(tx, noticeId));
  if (!claimed) return;
  const outcomes = await Promise.allSettled([
    mailNotice(transact, ports, claimed),
    pushNotice(transact, ports, claimed),
  ]);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  await transact((tx) => release(tx, noticeId, failure === undefined));
  if (failure) throw failure.reason;
}

/**
 * Asks again for notices whose worker was killed: the queue itself frees the jobs of a dead worker only after four
 * hours. Those that wait for their next try are left alone. Of the many that have only just been asked for, as after a
 * marketing mail, no more is read than that nobody has begun with them.
 */
export async function recoverNotices(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: string; kind: NoticeKind }>`
    with held as materialized (
      select replace(key, ${deliveryKey('')}, '')::uuid as id from graphile_worker.jobs
      where key like ${`${deliveryKey('')}%`} and locked_at is not null
    ),
    begun as materialized (
      select id, kind, created_at from notices
      where delivered_at is null and created_at > now() - make_interval(days => ${SWEEP_DAYS})
        and coalesce(leased_until, created_at + make_interval(secs => ${LEASE_SECONDS})) < now()
        and (leased_until is not null or id in (select id from held))
    )
    select id, kind from begun
    where not exists (
      select from graphile_worker.jobs j where j.key = ${deliveryKey('')} || begun.id and j.locked_at is null)
    order by created_at limit ${SWEEP_MAX}`.execute(tx);
  for (const { id, kind } of rows) await enqueueDelivery(tx, id, kind);
}

async function claim(tx: Tx, noticeId: string): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update notices n set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    from users u
    where n.id = ${noticeId} and u.id = n.user_id and u.erased_at is null and n.delivered_at is null
      and (n.leased_until is null or n.leased_until < now())
    returning n.id, n.user_id, n.kind, n.data, n.mailed_at is not null as mailed, n.pushed_at is not null as pushed,
      u.email, u.locale, u.email_notifications, u.push_notifications, u.data_alerts, u.marketing_consent_at`.execute(
    tx,
  );
  return rows[0];
}

async function release(tx: Tx, noticeId: string, delivered: boolean): Promise<void> {
  await tx
    .updateTable('notices')
    .set({ leasedUntil: null, ...(delivered ? { deliveredAt: sql`now()` } : {}) })
    .where('id', '=', noticeId)
    .execute();
}

async function mailNotice(transact: Transact, ports: NoticePorts, notice: Claimed): Promise<void> {
  const { mail, path } = routeOf(notice.kind, notice);
  if (!mail || notice.mailed) return;
  const { to = notice.email } = notice.data as { to?: string };
  const link = unsubscribeUrl(ports.site.appUrl, ports.unsubscribeKey, notice.userId);
  await ports.mailer.send(noticeMail(ports.site, to, { ...notice, language: notice.locale, path }, link));
  await transact((tx) =>
    tx.updateTable('notices').set({ mailedAt: sql`now()` }).where('id', '=', notice.id).execute(),
  );
}

async function pushNotice(transact: Transact, ports: NoticePorts, notice: Claimed): Promise<void> {
  const { push, path } = routeOf(notice.kind, notice);
  if (!push || notice.pushed) return;
  const subscriptions = await transact((tx) =>
    tx.selectFrom('pushSubscriptions').selectAll().where('userId', '=', notice.userId).execute(),
  );
  if (subscriptions.length === 0) return;
  const message = noticePush(ports.site, { ...notice, language: notice.locale, path });
  const outcomes = await Promise.allSettled(
    subscriptions.map(async ({ id, endpoint, p256dh, auth }) => {
      const outcome = await ports.push.send({ endpoint, keys: { p256dh, auth } }, message);
      if (outcome === 'gone') await transact((tx) => prune(tx, id));
    }),
  );
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
  await transact((tx) =>
    tx.updateTable('notices').set({ pushedAt: sql`now()` }).where('id', '=', notice.id).execute(),
  );
}

/** The browser takes no more messages there. */
async function prune(tx: Tx, subscriptionId: string): Promise<void> {
  await tx.deleteFrom('pushSubscriptions').where('id', '=', subscriptionId).execute();
}
