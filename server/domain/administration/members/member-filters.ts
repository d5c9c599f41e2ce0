import { type RawBuilder, sql } from 'kysely';
import type { MemberFilters } from '#contract/members.ts';
import { MEMBER_COUNT_MAX, type MemberStatus } from '#contract/members.values.ts';
import type { Database } from '#database/client.ts';
import { isUuid } from '#domain/common/uuid.ts';
import { BALANCES } from '#domain/ledger/index.ts';
import { IS_LATE_PAYOUT } from '#domain/redemption/index.ts';

/** The status of a member: the first that applies. */
export const STATUS = sql<MemberStatus>`case when u.suspended_at is not null then 'suspended'
  when u.paused_at is not null then 'paused' when not u.email_verified then 'unconfirmed' else 'active' end`;

const STATUS_CONDITIONS: Record<NonNullable<MemberFilters['status']>, RawBuilder<unknown>> = {
  suspended: sql`and u.suspended_at is not null`,
  paused: sql`and u.paused_at is not null and u.suspended_at is null`,
  unconfirmed: sql`and not u.email_verified and u.paused_at is null and u.suspended_at is null`,
  active: sql`and u.email_verified and u.paused_at is null and u.suspended_at is null`,
  admin: sql`and u.is_admin`,
  payout_late: sql`and u.paused_at is null and u.suspended_at is null and u.id in (
    select r.user_id from card_redemptions r left join fulfilments f on f.redemption_id = r.id
    where ${IS_LATE_PAYOUT})`,
};

/** Whether the query must join `ledger_balances b`. */
export const NEEDS_BALANCES = ({ balance }: MemberFilters): boolean => balance !== undefined;

/** The filters as SQL, each with its `and`. The member is `u`. */
export function conditions({ search, status, balance }: MemberFilters): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [];
  if (search !== undefined) parts.push(searchCondition(search));
  if (status !== undefined) parts.push(STATUS_CONDITIONS[status]);
  if (balance !== undefined) parts.push(sql`and b.points > 0`);
  return sql`${sql.join(parts, sql` `)}`;
}

function searchCondition(search: string): RawBuilder<unknown> {
  if (isUuid(search)) return sql`and u.id = ${search.toLowerCase()}::uuid`;
  const words = wordsOf(search);
  const [addresses, names] = [words.filter(isAddress), words.filter((word) => !isAddress(word))];
  const inAddress = (word: string) => sql`u.email like ${`${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`;
  const inName = sql`to_tsvector('pg_catalog.simple'::regconfig, u.name)
    @@ ${names.map(wordQuery).join(' & ')}::tsquery`;
  const [only] = names;
  // A single word may be the beginning of a name or of an address.
  if (words.length === 1 && only !== undefined) return sql`and (${inName} or ${inAddress(only)})`;
  const parts = [...addresses.map(inAddress), ...(names.length > 0 ? [inName] : [])];
  return sql`and ${sql.join(parts, sql` and `)}`;
}

/** Whether the search reads the index of names, which costs more the more members have its words. */
export const searchesNames = ({ search }: MemberFilters): boolean =>
  search !== undefined && !isUuid(search) && wordsOf(search).some((word) => !isAddress(word));

const wordsOf = (search: string) => search.toLowerCase().split(/\s+/).filter(Boolean);
const isAddress = (word: string) => word.includes('@');

/**
 * Matches the beginning of a word, or its parts of letters and digits (O'Neil): what a sign follows is whole, and costs less
 * than every word that begins with it.
 */
function wordQuery(word: string): string {
  const pieces = word.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const last = pieces.pop();
  const whole = beginning(word);
  if (last === undefined || pieces.length === 0) return whole;
  return `(${whole} | (${[...pieces.map(quoted), beginning(last)].join(' & ')}))`;
}

/** A quoted lexeme of a tsquery. */
const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
/** One that matches every word beginning with it. */
const beginning = (word: string) => `${quoted(word)}:*`;

/** How many members match the filters, up to MEMBER_COUNT_MAX. */
export async function countMembers(
  database: Database,
  filters: MemberFilters,
): Promise<{ count: number; more: boolean }> {
  const from = NEEDS_BALANCES(filters) ? sql`${BALANCES} b join users u on u.id = b.user_id` : sql`users u`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from ${from} where u.erased_at is null ${conditions(filters)} limit ${MEMBER_COUNT_MAX + 1}
    ) found`.execute(database);
  const counted = rows[0]?.count ?? 0;
  return { count: Math.min(counted, MEMBER_COUNT_MAX), more: counted > MEMBER_COUNT_MAX };
}
