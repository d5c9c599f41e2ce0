import { sql } from 'kysely';
import type { AdminMember } from '#contract/members.ts';
import type { PauseReason } from '#contract/suspensions.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { sumTransfers } from '#domain/ledger/index.ts';
import { STATUS } from './member-filters.ts';

/** Newest signals of the trust module that are shown. */
const SIGNALS_MAX = 50;

export interface MemberPage extends Omit<Domain<AdminMember>, 'suspension' | 'pause'> {
  suspendedAt: Date | null;
  suspendedReason: PauseReason | null;
  suspendedText: string | null;
  pausedAt: Date | null;
  pausedReason: PauseReason | null;
  pausedText: string | null;
}

/** Returns the upper part of a member's page, also for members who have left. Throws Refusal not_found. */
export async function readMemberPage(tx: Tx, userId: string): Promise<MemberPage> {
  const { rows } = await sql<Omit<MemberPage, 'proof' | 'signals'>>`
    select u.id, u.name, u.email, u.points, u.cash_rewarded_cents, u.is_admin, u.staff_role, u.card_tier_last_chosen,
      u.last_rewarded_at, u.created_at, ${STATUS} as status, u.email_verified, u.phone, u.locale,
      least(u.totp_enabled_at, u.passkey_factor_at) as two_factor_since, u.erased_at as left_at, u.suspended_at, u.suspended_reason,
      u.suspended_text, u.paused_at, u.paused_reason, u.paused_text
    from users u where u.id = ${userId}`.execute(tx);
  const [member] = rows;
  if (!member) throw new Refusal('not_found');
  const signals = await tx
    .selectFrom('trustSignals')
    .select(['id', 'signal', 'details', 'createdAt as at'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(SIGNALS_MAX)
    .execute();
  return { ...member, proof: await sumTransfers(tx, userId), signals };
}
