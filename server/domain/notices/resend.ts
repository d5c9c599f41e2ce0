import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { isToMany, type NoticeKind, routeOf, type Switches } from './kinds.ts';
import { COPY_KEY, enqueueDelivery } from './notify.ts';
import { IS_STILL_TRUE } from './still-true.ts';

/** Kinds that are not sent again: consent to marketing covers one sending, and links expire. */
const NEVER: readonly string[] = ['marketing', 'email_change_requested'] satisfies NoticeKind[];

/**
 * Whether the mail of a notice may be sent again: not if it is no longer true, nor to an address that the member has left, whose
 * mails another person may read. The query names the notice's row `n` and the member's `u`.
 */
export const IS_RESENDABLE = sql<boolean>`n.kind <> all (${NEVER}::text[]) and coalesce(n.data->>'to', u.email) = u.email
  and ${IS_STILL_TRUE}`;

/**
 * Mails a notice again as a new notice, so that mail servers do not drop it as a copy; it keeps the time of the first. One to
 * many that was never mailed is delivered itself, as whom it reached is counted by its key. Neither push nor another channel
 * tells it again. Throws Refusal not_found, or notice_not_resendable if it is not resendable or the member's switches forbid the
 * mail.
 */
export async function resendNotice(tx: Tx, userId: string, noticeId: string): Promise<void> {
  const { rows } = await sql<Switches & { kind: NoticeKind; mailed: boolean; isResendable: boolean }>`
    select n.kind, n.mailed_at is not null as mailed, ${IS_RESENDABLE} as is_resendable,
      u.email_notifications, u.push_notifications, u.data_alerts, u.marketing_consent_at
    from notices n join users u on u.id = n.user_id
    where n.id = ${noticeId} and n.user_id = ${userId} and u.erased_at is null for key share of u`.execute(
    tx,
  );
  const [notice] = rows;
  if (!notice) throw new Refusal('not_found');
  if (!notice.isResendable || !routeOf(notice.kind, notice).mail) {
    throw new Refusal('notice_not_resendable');
  }
  if (isToMany(notice.kind) && !notice.mailed) {
    await sql`
      update notices set delivered_at = null where id = ${noticeId} and mailed_at is null`.execute(tx);
    await enqueueDelivery(tx, noticeId, notice.kind);
    return;
  }
  const { rows: copies } = await sql<{ id: string }>`
    insert into notices (key, user_id, kind, data, pushed_at)
    select ${COPY_KEY}::text || gen_random_uuid(), user_id, kind, jsonb_build_object('at', created_at) || data, now()
    from notices where id = ${noticeId}
    returning id`.execute(tx);
  for (const { id } of copies) await enqueueDelivery(tx, id, notice.kind);
}
