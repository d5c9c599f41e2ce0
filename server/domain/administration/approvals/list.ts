import { sql } from 'kysely';
import type { Approval } from '#contract/money.ts';
import { STAFF_LIST_MAX } from '#contract/operations-values.ts';
import type { AdjustmentReason, CardTier } from '#contract/values.ts';
import type { Database } from '#database/client.ts';

type Row = Omit<Approval, 'asked' | 'requestedAt' | 'expiresAt' | 'decidedAt'> & {
  kind: 'award' | 'adjustment';
  payload: { cardTier: CardTier; amountUsd: number; points: number; reasonCode: AdjustmentReason };
  requestedAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
};

/** The queue as one admin sees it: open ones first, oldest on top, then the others, newest on top; at most STAFF_LIST_MAX. */
export async function listApprovals(database: Database, adminId: string): Promise<Approval[]> {
  const { rows } = await sql<Row>`
    select a.id, a.kind, a.payload, a.user_id, u.name, u.email, a.reason, a.requested_at, a.expires_at,
      coalesce(asker.name, '') as requested_by, decider.name as decided_by, a.decided_at, a.note,
      coalesce(a.decision, case when a.expires_at <= now() then 'expired' else 'open' end) as state,
      a.decision is null and a.expires_at > now() and ${adminId} not in (a.requested_by, a.user_id) as may_approve
    from approvals a join users u on u.id = a.user_id
    left join users asker on asker.id = a.requested_by
    left join users decider on decider.id = a.decided_by
    order by a.decision is null and a.expires_at > now() desc,
      case when a.decision is null and a.expires_at > now() then a.requested_at end,
      a.requested_at desc
    limit ${STAFF_LIST_MAX}`.execute(database);
  return rows.map(({ kind, payload, ...row }) => ({
    ...row,
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    asked:
      kind === 'award'
        ? { kind, cardTier: payload.cardTier, amountUSD: payload.amountUsd }
        : { kind, points: payload.points, reasonCode: payload.reasonCode },
  }));
}
