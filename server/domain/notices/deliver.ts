import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { MARGIN_SECONDS } from '#database/mended-times.ts';
import type { Transact } from '#database/transaction.ts';
import { isToMany, type NoticeKind, routeOf } from './kinds.ts';
import { isRecipientRefused, type Mailer } from './mailer.ts';
import { unsubscribeUrl } from './marketing/unsubscribe.ts';
import { COPY_KEY, deliveryKey, enqueueDelivery, KINDS_TO_MANY } from './notify.ts';
import type { Push, PushMessage } from './push.ts';
import { IS_STILL_TRUE } from './still-true.ts';
import { type NoticeSite, noticeMail, noticePush } from './words/words.ts';

/** What a member is told, for a channel besides mail and push. A repeat has the same id. */
export interface ToldNotice extends PushMessage {
  id: string;
  memberId: string;
}

/** Port: hands notices to another system. Throws if it did not take one; then the notice is told again later. */
export interface NoticeChannel {
  tell: (notice: ToldNotice, signal: AbortSignal) => Promise<void>;
}

/** What the delivery of notices needs from outside. */
export interface NoticePorts {
  channels: readonly NoticeChannel[];
  mailer: Mailer;
  push: Push;
  site: NoticeSite;
  /** What members call each wall, by its id. */
  wallTitles: ReadonlyMap<string, string>;
  /** The country of a member's address (ISO 3166-1 alpha-2), for the form of amounts and dates; null without one. */
  countryOf: (memberId: string) => Promise<string | null>;
  /** Whether the member could redeem their points for one of the rewards now. */
  canRedeem: (memberId: string) => Promise<boolean>;
  /** The ids of the member's sessions that have not ended. */
  liveSessionsOf: (memberId: string) => Promise<ReadonlySet<string>>;
  /** Signs the links that end marketing mail. */
  unsubscribeKey: Buffer;
}

/** How long a worker leases a notice: longer than the timeouts of both channels. */
const LEASE_SECONDS = 120;
/** How long a channel may take, well below the lease. */
const CHANNEL_MS_MAX = 20_000;
/** How much later than another transaction of the member one may have begun that posts before it. */
const TRANSACTION_MINUTES_MAX = 10;
/** Most notices per sweep. Notices older than the last try of their job are left out. */
const SWEEP_MAX = 500;
const SWEEP_DAYS = 3;

interface Leased {
  id: string;
  userId: string;
  kind: NoticeKind;
  data: unknown;
  createdAt: Date;
  isStillTrue: boolean;
  mailed: boolean;
  pushed: boolean;
  email: string;
  locale: string;
  country: string | null;
  emailNotifications: boolean;
  pushNotifications: boolean;
  dataAlerts: boolean;
  marketingConsentAt: Date | null;
  /** Whether a browser of the member takes push messages. */
  hasBrowsers: boolean;
  /** Staff send it again, by mail alone. */
  isCopy: boolean;
}

/**
 * Sends a notice over the channels that the member's switches allow. One worker at a time leases it; mail and push record when
 * they were sent, push each browser that got the message, and these are then done. Only a worker that dies between sending and
 * recording causes a second sending there; the mail then has the same Message-ID and the push message the same tag, so they
 * show as one. What is no longer true is told nobody. Throws if a channel failed, so that the job is tried again.
 */
export async function deliverNotice(
  transact: Transact,
  ports: NoticePorts,
  { noticeId }: { noticeId: string },
): Promise<void> {
  const taken = await transact((tx) => lease(tx, noticeId));
  if (!taken) return;
  const says =
    taken.isStillTrue && (taken.kind !== 'threshold_reached' || (await ports.canRedeem(taken.userId)));
  if (!says) return transact((tx) => release(tx, noticeId, true));
  const data = withTitle(taken, ports.wallTitles);
  const leased = { ...taken, data, country: await ports.countryOf(taken.userId) };
  const outcomes = await Promise.allSettled([
    mailNotice(transact, ports, leased),
    pushNotice(transact, ports, leased),
    ...ports.channels.map((channel) => tellChannel(channel, ports.site, leased)),
  ]);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  await transact((tx) => release(tx, noticeId, failure === undefined));
  if (failure) throw failure.reason;
}

/**
 * Queues notices again whose worker was killed, since the queue frees the jobs of a dead worker only after four
 * hours. Notices that wait for their next try are left alone. Millions of mails to many may wait, so of these only those are
 * read whose job a worker holds; `queueToMany` queues again what has no job.
 */
export async function recoverNotices(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: string; kind: NoticeKind }>`
    with held as materialized (
      select replace(key, ${deliveryKey('')}, '')::uuid as id from graphile_worker.jobs
      where key like ${`${deliveryKey('')}%`} and locked_at is not null
    ),
    begun as materialized (
      select id, kind, created_at from notices
      where ${AWAITED} and ${LEASE_HAS_ENDED} and (leased_until is not null or id in (select id from held))
      union all
      select n.id, kind, created_at from held cross join lateral (select * from notices where notices.id = held.id offset 0) n
      where kind in ${KINDS_TO_MANY} and ${TRIED} and ${LEASE_HAS_ENDED}
    )
    select id, kind from begun
    where not exists (
      select from graphile_worker.jobs j where j.key = ${deliveryKey('')} || begun.id and j.locked_at is null)
    order by created_at limit ${SWEEP_MAX}`.execute(tx);
  for (const { id, kind } of rows) await enqueueDelivery(tx, id, kind);
}

/**
 * Ends leases that last longer than any, because they were begun when the database's clock was ahead. Returns how many.
 * A mail to many loses such a lease when its job is run next.
 */
export async function mendNotices(tx: Tx): Promise<number> {
  const { rows } = await sql`
    update notices set leased_until = now() where ${AWAITED} and ${IS_TOO_LONG}
    returning id`.execute(tx);
  return rows.length;
}

/** What may still be tried. */
const TRIED = sql`delivered_at is null and created_at > now() - make_interval(days => ${SWEEP_DAYS})`;
/** As the index `notices_awaited_singly` has them. */
const AWAITED = sql`${TRIED} and kind not in ${KINDS_TO_MANY}`;
/** A notice without a lease is given the time of one. */
const LEASE_HAS_ENDED = sql`coalesce(leased_until, created_at + make_interval(secs => ${LEASE_SECONDS})) < now()`;
/** A lease that was begun when the database's clock was ahead. */
const IS_TOO_LONG = sql`leased_until > clock_timestamp() + make_interval(secs => ${LEASE_SECONDS + MARGIN_SECONDS})`;

async function lease(tx: Tx, noticeId: string): Promise<Omit<Leased, 'country'> | undefined> {
  const { rows } = await sql<Omit<Leased, 'country'>>`
    update notices n set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    from users u
    where n.id = ${noticeId} and u.id = n.user_id and u.erased_at is null and n.delivered_at is null
      and (n.leased_until is null or n.leased_until < now() or ${IS_TOO_LONG})
    returning n.id, n.user_id, n.kind, n.data, n.created_at, ${IS_STILL_TRUE} as is_still_true, n.mailed_at is not null as mailed, n.pushed_at is not null as pushed,
      u.email, u.locale, u.email_notifications, u.push_notifications, u.data_alerts, u.marketing_consent_at,
      exists (select from push_subscriptions s where s.user_id = u.id) as has_browsers, starts_with(n.key, ${COPY_KEY}) as is_copy`.execute(
    tx,
  );
  return rows[0];
}

/** What a task earned, or lost. Where its wall gave it no name, `what` is the wall's id. */
const OF_TASKS: readonly NoticeKind[] = ['points_credited', 'points_reversed', 'pending_reversed'];

/** The notice's data, with the wall's title in place of its id. */
function withTitle(
  { kind, data }: Pick<Leased, 'kind' | 'data'>,
  titles: NoticePorts['wallTitles'],
): unknown {
  if (!OF_TASKS.includes(kind)) return data;
  const told = data as { what: string };
  return { ...told, what: titles.get(told.what) ?? told.what };
}

async function release(tx: Tx, noticeId: string, delivered: boolean): Promise<void> {
  await tx
    .updateTable('notices')
    .set({ leasedUntil: null, ...(delivered ? { deliveredAt: sql`now()` } : {}) })
    .where('id', '=', noticeId)
    .execute();
}

async function mailNotice(transact: Transact, ports: NoticePorts, notice: Leased): Promise<void> {
  const { mail, path } = routeOf(notice.kind, notice);
  if (!mail || notice.mailed) return;
  const { to = notice.email } = notice.data as { to?: string };
  const link = unsubscribeUrl(ports.site.appUrl, ports.unsubscribeKey, notice.userId);
  try {
    await ports.mailer.send(noticeMail(ports.site, to, { ...notice, language: notice.locale, path }, link));
  } catch (error) {
    // Who sends many mails to dead addresses again and again is taken for a sender of spam.
    if (isToMany(notice.kind) && isRecipientRefused(error)) return;
    throw error;
  }
  await transact((tx) =>
    tx.updateTable('notices').set({ mailedAt: sql`now()` }).where('id', '=', notice.id).execute(),
  );
}

async function pushNotice(transact: Transact, ports: NoticePorts, notice: Leased): Promise<void> {
  const { push, path } = routeOf(notice.kind, notice);
  if (!push || notice.pushed || !notice.hasBrowsers) return;
  const browsers = await browsersOf(transact, ports, notice);
  const message = noticePush(ports.site, { ...notice, language: notice.locale, path });
  const outcomes = await Promise.allSettled(
    browsers.map(async ({ id, endpoint, p256dh, auth }) => {
      const outcome = await ports.push.send({ endpoint, keys: { p256dh, auth } }, message);
      if (outcome === 'gone') await transact((tx) => prune(tx, id));
      return outcome === 'sent' ? [id] : [];
    }),
  );
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  const sent = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  await transact((tx) => recordPush(tx, notice.id, sent, failure === undefined));
  if (failure) throw failure.reason;
}

/**
 * The browsers of the member that are to get the notice: those with a session that has not ended, and for some time those of
 * which the version before stored no session. Not those that have it, nor, of two credits, those that have the later one: its
 * message would be replaced by an earlier balance.
 */
async function browsersOf(transact: Transact, { liveSessionsOf }: NoticePorts, { id, userId }: Leased) {
  const [live, { rows }] = await Promise.all([
    liveSessionsOf(userId),
    transact((tx) =>
      sql<{ id: string; endpoint: string; p256dh: string; auth: string; sessionId: string | null }>`
        select s.id, s.endpoint, s.p256dh, s.auth, s.session_id
        from notices n join push_subscriptions s on s.user_id = n.user_id
        where n.id = ${id} and (s.session_id is not null or s.untied_until > now()) and s.id <> all (n.pushed_to)
          and not exists (
            select from notices later
            where later.user_id = n.user_id and later.transfer_id > n.transfer_id and s.id = any (later.pushed_to)
              and later.created_at > n.created_at - make_interval(mins => ${TRANSACTION_MINUTES_MAX}))`.execute(
        tx,
      ),
    ),
  ]);
  return rows.filter(({ sessionId }) => sessionId === null || live.has(sessionId));
}

/** Records who got the message, and when if no browser is left that is to get it. */
async function recordPush(tx: Tx, noticeId: string, sent: string[], isDone: boolean): Promise<void> {
  await sql`
    update notices set pushed_to = pushed_to || ${sent}::uuid[],
      pushed_at = case when ${isDone} and cardinality(pushed_to) + ${sent.length}::integer > 0 then now() end
    where id = ${noticeId}`.execute(tx);
}

/**
 * Tells a channel what would be pushed, under the member's switch for push messages. It is told again, with the same id, if any
 * way of the notice failed.
 */
async function tellChannel(channel: NoticeChannel, site: NoticeSite, notice: Leased): Promise<void> {
  const { push, path } = routeOf(notice.kind, notice);
  if (!push || notice.isCopy) return;
  const message = noticePush(site, { ...notice, language: notice.locale, path });
  const signal = AbortSignal.timeout(CHANNEL_MS_MAX);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  await Promise.race([channel.tell({ ...message, id: notice.id, memberId: notice.userId }, signal), late]);
}

/** The browser no longer takes messages there. */
async function prune(tx: Tx, subscriptionId: string): Promise<void> {
  await tx.deleteFrom('pushSubscriptions').where('id', '=', subscriptionId).execute();
}
