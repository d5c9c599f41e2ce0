import { type RawBuilder, sql } from 'kysely';
import type { RedemptionReason } from '#contract/redemptions.values.ts';
import type { RewardKind } from '#contract/rewards.values.ts';
import type { StatementEntry, StatementFilters } from '#contract/statement.ts';
import { STATEMENT_PAGE_MAX, type StatementFilter, type StatementKind } from '#contract/statement.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { fixedTogether } from '#database/fixed-together.ts';
import { isUuid } from '#domain/common/uuid.ts';
import { AWARDS, MISSIONS, TRANSFERS } from '#domain/ledger/index.ts';
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

interface Transfer {
  id: string;
  at: Date;
  unit: 'points' | 'cents';
  kind: string;
  fromAccount: string;
  toAccount: string;
  amount: number;
  balanceAfter: number;
  reference: string;
}

/** What a transfer was about; null where it is about something else. */
interface About {
  id: string;
  title: string | null;
  taskType: string | null;
  rewardKind: RewardKind | null;
  rewardTitle: string | null;
  amountCents: number | null;
  reason: RedemptionReason | null;
  refundText: string | null;
  awardText: string | null;
  adjustmentText: string | null;
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
  const isNewest = limit === STATEMENT_PAGE_MAX && Object.values(query).every((value) => value === undefined);
  const transfers = isNewest
    ? await newestTransfers(database, userId)
    : (await transfersOf(userId, conditions(walls, userId, query), limit).execute(database)).rows;
  const about = await readAbout(database, userId, transfers);
  return transfers.map((transfer) => toEntry(walls, transfer, about.get(transfer.reference)));
}

/**
 * A range of one member, in the order of its index: of an equal member, PostgreSQL would read the whole history and sort it,
 * or walk through everybody's. The limit stands in the text: planned without it, half of the history would be read.
 */
const transfersOf = (userId: string, condition: RawBuilder<unknown>, limit: number) => sql<Transfer>`
  select l.id::text, l.created_at as at, l.unit, l.kind, l.from_account, l.to_account, l.amount, l.balance_after, l.reference
  from ${TRANSFERS} l
  where l.member_id between ${userId} and ${userId} and ${SHOWN} and ${condition}
  order by l.member_id, l.id desc limit ${sql.lit(limit)}`;
const newestTransfers = fixedTogether(['uuid'], (_database, userId: string) =>
  transfersOf(userId, sql`true`, STATEMENT_PAGE_MAX),
);

/**
 * The names of what the transfers are about, by their references. Apart from the page, as each plan is then the same for
 * any member and made once: to plan both in one took five times as long as to run it.
 */
async function readAbout(
  database: Database,
  userId: string,
  transfers: readonly Transfer[],
): Promise<ReadonlyMap<string, About>> {
  const ids: Record<Source, string[]> = { wall: [], missions: [], other: [] };
  for (const transfer of transfers) {
    if (isUuid(transfer.reference)) ids[sourceOfTransfer(transfer)].push(transfer.reference);
  }
  const { wall, missions, other } = ids;
  if (wall.length + missions.length + other.length === 0) return new Map();
  const rows = await aboutOf(database, userId, wall.join(' '), missions.join(' '), other.join(' '));
  return new Map(rows.map((row) => [row.id, row]));
}

/** A title that was kept, in the language of the member `u`; null if it is not translated. `of` has the translations. */
const translated = (of: 'n' | 'o', title: RawBuilder<unknown>) =>
  sql`${sql.ref(`${of}.translations`)} -> u.locale ->> ${title}`;

/** `ofWalls`, `ofMissions` and `others` are ids, with spaces between them: of tasks or claims, of attempts, and of the rest. */
const aboutOf = fixedTogether(
  ['uuid', 'text', 'text', 'text'],
  (_database, userId: string, ofWalls: string, ofMissions: string, others: string) => sql<About>`
    select t.id, t.title, t.task_type, null as reward_kind, null as reward_title, null::integer as amount_cents, null as reason,
      null as refund_text, null as award_text, null as adjustment_text
    -- By the ids alone: with the member, all of that member's tasks would be looked through.
    from (select * from tasks where id = any (string_to_array(${ofWalls}, ' ')::uuid[]) offset 0) t where t.user_id = ${userId}
    union all
    select m.id, coalesce(${translated('n', sql`t.title`)}, t.title), t.task_type, null, null, null, null, null, null, null
    from mission_attempts m join tasks t on t.id = m.task_id and t.user_id = m.user_id
      join missions n on n.id = m.mission_id join users u on u.id = m.user_id
    where m.id = any (string_to_array(${ofMissions}, ' ')::uuid[]) and m.user_id = ${userId}
    union all
    select c.id, coalesce(t.title, c.title), t.task_type, null, null, null, null, null, null, null
    -- By the member alone, who has few: hardly any of the ids is a claim's.
    from (select * from reward_claims where user_id = ${userId} and granted_task_id is not null offset 0) c
      left join tasks t on t.id = c.granted_task_id and t.user_id = c.user_id
    where c.id = any (string_to_array(${ofWalls}, ' ')::uuid[])
    union all
    select r.id, null, null, r.reward_kind, coalesce(${translated('o', sql`r.reward_title`)}, r.reward_title), r.amount_cents,
      coalesce(r.exact_reason, r.reason), coalesce(f.message, case when v.decision = 'refund' then v.note end), w.reason, null
    from card_redemptions r join users u on u.id = r.user_id
      left join rewards o on o.id = r.reward_id
      left join fulfilments f on f.redemption_id = r.id
      left join risk_reviews v on v.redemption_id = r.id
      left join cash_rewards w on w.id = r.award_id
    where r.id = any (string_to_array(${others}, ' ')::uuid[]) and r.user_id = ${userId}
    union all
    select a.id, null, null, null, null, null, null, null, null, a.text
    from points_adjustments a where a.id = any (string_to_array(${others}, ' ')::uuid[]) and a.user_id = ${userId}`,
);

const isTask = ({ unit, kind }: Transfer): boolean =>
  unit === 'points' && (kind === 'credit' || kind === 'reversal');

type Source = 'wall' | 'missions' | 'other';
const sourceOfTransfer = (transfer: Transfer): Source => {
  if (!isTask(transfer)) return 'other';
  return transfer.fromAccount === MISSIONS || transfer.toAccount === MISSIONS ? 'missions' : 'wall';
};

const KINDS: Record<string, StatementKind> = {
  credit: 'earned',
  reversal: 'taken_back',
  redemption: 'redeemed',
  refund: 'given_back',
  debt: 'debt',
};
const kindOf = ({ unit, kind }: Transfer): StatementKind =>
  unit === 'cents' ? (kind === 'award' ? 'gift' : 'gift_taken_back') : (KINDS[kind] ?? 'adjusted');

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
      join missions n on n.id = m.mission_id join users u on u.id = m.user_id
      where m.user_id = ${userId} and lower(concat(t.title, ' ', ${translated('n', sql`t.title`)})) like any (${found})
    union all
    select c.id::text from reward_claims c where c.user_id = ${userId} and lower(c.title) like any (${found})
    union all
    select r.id::text from card_redemptions r join users u on u.id = r.user_id
      left join rewards o on o.id = r.reward_id left join cash_rewards w on w.id = r.award_id
      where r.user_id = ${userId}
        and lower(concat(r.reward_title, ' ', ${translated('o', sql`r.reward_title`)}, ' ', w.reason)) like any (${found})
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

function toEntry(walls: Wall[], transfer: Transfer, about: About | undefined): Domain<StatementEntry> {
  const { id, at, unit, amount, balanceAfter, fromAccount, toAccount } = transfer;
  const kind = kindOf(transfer);
  const wall = wallOf(fromAccount) ?? wallOf(toAccount);
  return {
    id,
    at,
    kind,
    points: unit === 'cents' ? 0 : fromAccount.startsWith('member:') ? -amount : amount,
    balance: unit === 'cents' ? null : balanceAfter,
    task: isTask(transfer)
      ? {
          title: about?.title ?? null,
          taskType: about?.taskType ?? 'task',
          source: sourceOf(walls, wall),
        }
      : null,
    reward: about?.rewardKind
      ? {
          kind: about.rewardKind,
          title: about.rewardTitle ?? '',
          amountCents: about.amountCents ?? 0,
          reason: kind === 'given_back' || kind === 'gift_taken_back' ? about.reason : null,
        }
      : null,
    text: textOf(transfer, about),
  };
}

const WALL = 'wall:';
const wallOf = (account: string): string | null =>
  account.startsWith(WALL) ? account.slice(WALL.length) : null;

/** What staff wrote to the member. */
function textOf({ kind }: Transfer, about: About | undefined): string | null {
  if (kind === 'adjustment') return about?.adjustmentText ?? null;
  if (kind === 'refund') return about?.refundText ?? null;
  return kind === 'award' ? (about?.awardText ?? null) : null;
}
