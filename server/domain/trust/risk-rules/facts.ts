import { sql } from 'kysely';
import type { Database, Tx } from '#database/client.ts';
import type { RiskFacts } from './rules.ts';

/** Facts count what happened within this many days. */
const RISK_DAYS = 30;
/** The busiest hour is searched in the last of these days. */
const SPEED_DAYS = 7;
/** Networks that tell nothing about their members: behind an undeclared proxy all addresses are the same. */
const PRIVATE_NETWORKS = [
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '127.0.0.0/8'],
  ...['::/64', 'fc00::/7', 'fe80::/10'],
];

/** A redemption to judge: member, time, and the member's points before it. */
export interface RiskSubject {
  id: string;
  userId: string;
  at: Date;
  balance: number;
}

/**
 * Returns the facts at each of these moments, by the subject's id, in one query. Addresses, mailboxes and devices are
 * today's, since their history is not kept.
 */
export async function readFacts(
  database: Database | Tx,
  subjects: readonly RiskSubject[],
): Promise<Map<string, RiskFacts>> {
  const { rows } = await sql<RiskFacts & { id: string }>`
    select s.id, s.balance,
      floor(extract(epoch from s.at - u.created_at) / 3600)::integer as account_hours,
      (select count(*)::integer from users o
        where payout_mailbox(o.email) = payout_mailbox(u.email) and o.id <> u.id and o.created_at <= s.at) as mailbox_members,
      (select count(distinct o.user_id)::integer
        from billing_addresses m join billing_addresses o
          on payout_address(o.line1, o.line2, o.postal_code, o.country) =
            payout_address(m.line1, m.line2, m.postal_code, m.country) and o.user_id <> m.user_id
        where m.user_id = s.user_id) as address_members,
      (select count(distinct o.user_id)::integer
        from known_devices m join known_devices o
          on o.network = m.network and o.device = m.device and o.user_id <> m.user_id
        where m.user_id = s.user_id and m.network <> ''
          and not m.network::inet <<= any(${PRIVATE_NETWORKS}::inet[])
          and o.seen_at > s.at - make_interval(days => ${RISK_DAYS})) as device_members,
      recent.*, speed.*
    from (
      select id, "userId" as user_id, at, balance from jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb)
        as given (id uuid, "userId" uuid, at timestamptz, balance integer)
    ) s
    join users u on u.id = s.user_id
    cross join lateral (
      select count(*)::integer as tasks,
        count(*) filter (where t.reversed_at <= s.at)::integer as reversals
      from tasks t where t.user_id = s.user_id and t.completed_at <= s.at
        and t.completed_at > s.at - make_interval(days => ${RISK_DAYS})
    ) recent
    cross join lateral (
      select coalesce(max(hour.points) filter (where hour.late), 0)::integer as busiest_hour_points,
        round(avg(hour.points) filter (where not hour.late))::integer as usual_hour_points
      from (
        select sum(t.points_earned) as points,
          date_trunc('hour', t.completed_at) > s.at - make_interval(days => ${SPEED_DAYS}) as late
        from tasks t where t.user_id = s.user_id and t.completed_at <= s.at
          and t.completed_at > s.at - make_interval(days => ${RISK_DAYS + SPEED_DAYS})
        group by date_trunc('hour', t.completed_at)
      ) hour
    ) speed`.execute(database);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
