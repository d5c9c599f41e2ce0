import { type RawBuilder, sql } from 'kysely';
import type { RedemptionReason } from '#contract/redemptions.values.ts';
import type { RewardKind } from '#contract/rewards.values.ts';
import type { StatementEntry, StatementFilters } from '#contract/statement.ts';
import type { StatementFilter, StatementKind } from '#contract/statement.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { AWARDS, TRANSFERS } from '#domain/ledger/index.ts';
import { sourceOf, type Wall } from './wall-titles.ts';

export type StatementQuery = StatementFilters & { before?: string | undefined };

/**
 * Every transfer of points of a member, and the cents of a card that staff gave: those of a redeemed card are told by its
 * points.
 */
const SHOWN = sql`(l.unit = 'points' or ${AWARDS} in (l.from_account, l.to_account))`;

/** Named as in the index of transfers that are no credits. */
const NO_CREDIT = sql`l.kind <> 'credit'`;
const FILTERS: Record<StatementFilter, RawBuilder<unknown>> = {
  earned: sql`l.kind = 'credit'`,
  taken_back: sql`${NO_CREDIT} and l.kind = 'reversal' and l.unit = 'points'`,
  redeemed: sql`${NO_CREDIT} and l.kind = 'redemption'`,
  given_back: sql`${NO_CREDIT} and l.kind = 'refund'`,
  staff: sql`${NO_CREDIT} and (l.kind in ('adjustment', 'debt') or l.unit = 'cents')`,
};

interface Row {
  id: string;
  at: Date;
  kind: StatementKind;
  points: number;
  balance: number | null;
  isTask: boolean;
  title: string | null;
  taskType: string | null;
  wall: string | null;
  rewardKind: RewardKind | null;
  rewardTitle: string | null;
  amountCents: number | null;
  reason: RedemptionReason | null;
  text: string | null;
}

/**
 * Returns what moved the member's points, newest first, at most `limit` entries. With `before`, those before the entry of
 * that id. The ledger gives ids in the order in which a member's balance moved.
 */
export async function listStatement(
  database: Database,
  walls: Wall[],
  { userId, limit }: { userId: string; limit: number },
  query: StatementQuery,
): Promise<Domain<StatementEntry>[]> {
  // The limit stands in the text: planned without it, half of the history would be read.
  const { rows } = await sql<Row>`
    with page as (
      select l.id, l.created_at, l.unit, l.kind, l.from_account, l.to_account, l.balance_after,
        case when l.from_account like 'member:%' then -l.amount else l.amount end as signed,
        case when l.reference ~ ${UUID} then l.reference::uuid end as about
      from ${TRANSFERS} l
      where l.member_id = ${userId} and ${SHOWN} and ${conditions(walls, userId, query)}
      order by l.id desc limit ${sql.lit(limit)}
    )
    select p.id::text, p.created_at as at, ${KIND} as kind,
      case p.unit when 'points' then p.signed else 0 end as points,
      case p.unit when 'points' then p.balance_after end as balance,
      p.kind in ('credit', 'reversal') and p.unit = 'points' as is_task,
      coalesce(t.title, c.title) as title, t.task_type,
      substring(concat(p.from_account, ' ', p.to_account) from 'wall:(\\S+)') as wall,
      r.reward_kind, r.reward_title, r.amount_cents, r.reason,
      case p.kind when 'adjustment' then a.text when 'refund' then coalesce(f.message, v.note) when 'award' then w.reason end
        as text
    from page p
      left join mission_attempts m on m.id = p.about and m.user_id = ${userId}
      left join reward_claims c on c.id = p.about and c.user_id = ${userId}
      -- One by one by their ids: joined, all tasks of the member would be read.
      left join lateral (
        select title, task_type from tasks where id = coalesce(m.task_id, c.granted_task_id, p.about) and user_id = ${userId} limit 1
      ) t on true
      left join card_redemptions r on r.id = p.about and r.user_id = ${userId}
      left join fulfilments f on f.redemption_id = r.id
      left join risk_reviews v on v.redemption_id = r.id
      left join cash_rewards w on w.id = r.award_id
      left join points_adjustments a on a.id = p.about and a.user_id = ${userId}
    order by p.id desc`.execute(database);
  return rows.map((row) => toEntry(walls, row));
}

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

const KIND = sql`case
  when p.unit = 'cents' then case p.kind when 'award' then 'gift' else 'gift_taken_back' end
  else case p.kind when 'credit' then 'earned' when 'reversal' then 'taken_back' when 'redemption' then 'redeemed'
    when 'refund' then 'given_back' when 'debt' then 'debt' else 'adjusted' end
  end`;

function conditions(walls: Wall[], userId: string, query: StatementQuery): RawBuilder<unknown> {
  const { before, kind, from, to, search } = query;
  return sql.join(
    [
      sql`true`,
      ...(before === undefined ? [] : [sql`l.id < ${before}::bigint`]),
      ...(kind === undefined ? [] : [FILTERS[kind]]),
      ...(from === undefined ? [] : [sql`l.created_at >= ${new Date(from)}`]),
      ...(to === undefined ? [] : [sql`l.created_at < ${new Date(to)}`]),
      ...(search ? [matches(walls, userId, search)] : []),
    ],
    sql` and `,
  );
}

/** Whether a transfer is about something with these words in its name, or in what staff wrote. */
function matches(walls: Wall[], userId: string, search: string): RawBuilder<unknown> {
  const found = patternsOf(search);
  const accounts = walls
    .filter(({ definition: { title } }) => title.toLowerCase().includes(search.toLowerCase()))
    .map(({ definition: { id } }) => `wall:${id}`);
  return sql`(l.from_account = any (${accounts}) or l.to_account = any (${accounts}) or l.reference in (
    select t.id::text from tasks t where t.user_id = ${userId} and lower(t.title) like any (${found})
    union all
    select m.id::text from mission_attempts m join tasks t on t.id = m.task_id
      where m.user_id = ${userId} and lower(t.title) like any (${found})
    union all
    select c.id::text from reward_claims c where c.user_id = ${userId} and lower(c.title) like any (${found})
    union all
    select r.id::text from card_redemptions r left join cash_rewards w on w.id = r.award_id
      where r.user_id = ${userId} and lower(concat(r.reward_title, ' ', w.reason)) like any (${found})
    union all
    select a.id::text from points_adjustments a where a.user_id = ${userId} and lower(a.text) like any (${found})
  ))`;
}

/**
 * Patterns for `lower(title) like any`. A database without a language (locale C) lowers A to Z only, so the words are also
 * looked for as they begin a sentence and in capitals.
 */
function patternsOf(search: string): string[] {
  const lower = search.toLowerCase();
  const spellings = [lower, search, search.toUpperCase(), lower.slice(0, 1).toUpperCase() + lower.slice(1)];
  const latin = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return [...new Set(spellings.map(latin))].map((text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`);
}

function toEntry(walls: Wall[], row: Row): Domain<StatementEntry> {
  const { id, at, kind, points, balance, text } = row;
  const task = row.isTask
    ? { title: row.title, taskType: row.taskType ?? 'task', source: sourceOf(walls, row.wall) }
    : null;
  const reward =
    row.rewardKind === null
      ? null
      : {
          kind: row.rewardKind,
          title: row.rewardTitle ?? '',
          amountCents: row.amountCents ?? 0,
          reason: kind === 'given_back' || kind === 'gift_taken_back' ? row.reason : null,
        };
  return { id, at, kind, points, balance, task, reward, text };
}
