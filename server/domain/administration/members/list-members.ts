import { type RawBuilder, sql } from 'kysely';
import { fault } from '#contract/faults.ts';
import type { ListedMember, MemberFilters } from '#contract/members.ts';
import type { MemberOrder } from '#contract/members.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { isUuid } from '#domain/common/uuid.ts';
import { BALANCES } from '#domain/ledger/index.ts';
import { conditions, NEEDS_BALANCES, STATUS, searchesNames } from './member-filters.ts';

export interface MemberListing extends MemberFilters {
  order: MemberOrder;
  direction: 'asc' | 'desc';
  limit: number;
  after?: string | undefined;
  before?: string | undefined;
}

type Row = Omit<Domain<ListedMember>, 'cursor'> & { key: string; count: number | null };

interface Order {
  /** Never null; together with the id it is the expression of an index. */
  key: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
}

const ORDERS: Record<MemberOrder, Order> = {
  created: { key: sql`u.created_at`, type: sql`timestamptz` },
  points: { key: sql`b.points`, type: sql`integer` },
  cash: { key: sql`u.cash_rewarded_cents`, type: sql`integer` },
  lastRewarded: { key: sql`coalesce(u.last_rewarded_at, '-infinity')`, type: sql`timestamptz` },
  name: { key: sql`lower(u.name)`, type: sql`text` },
};

/** A search that finds more members than this reads along the order instead of sorting them. */
const FEW = 5_000;
/** Members along the order among whom a frequent name is looked for first, which the index of names gathers slowly. */
const NEAR = 10_000;

/**
 * Returns members who have not left, in the given order. Of a search for names, those nearest along the order are looked at
 * first, which fills a page with a frequent name. If a search finds few members, they are sorted; if it finds many, the
 * index of the order is read until the page is full. However many members there are, some thousands of rows are read unless
 * those who are searched for stand far along the order, and as many entries of the index of names as the words have. Throws
 * Refusal invalid_input for a cursor of another order.
 */
export async function listMembers(
  database: Database,
  listing: MemberListing,
): Promise<Domain<ListedMember>[]> {
  const { order, direction, limit, after, before, status } = listing;
  const { key, type } = ORDERS[order];
  const cursor = readCursor(order, after ?? before);
  // Before `before`, the nearest rows are read first and reversed afterwards.
  const ascending = (direction === 'asc') === (before === undefined);
  const usesBalances = order === 'points' || NEEDS_BALANCES(listing);
  const id = order === 'points' ? sql`b.user_id` : sql`u.id`;
  const place = cursor
    ? sql`and (${key}, ${id}) ${ascending ? sql`>` : sql`<`} (${cursor.key}::${type}, ${cursor.id}::uuid)`
    : sql``;
  const way = ascending ? sql`asc` : sql`desc`;
  const from = usesBalances ? sql`${BALANCES} b join users u on u.id = b.user_id` : sql`users u`;
  const columns = sql`u.id, u.name, u.email, u.points, u.is_admin, u.card_tier_last_chosen,
    u.cash_rewarded_cents, u.last_rewarded_at, u.created_at, ${STATUS} as status,
    ${key} as order_key, ${id} as order_id`;
  const found = sql`select ${columns} from ${from}
    where u.erased_at is null ${conditions(listing)} ${place}`;
  const ordered = sql`order by order_key ${way}, order_id ${way}`;
  const near = sql`select * from (
      select ${columns}, (true ${conditions(listing)}) as fits from ${from}
      where u.erased_at is null ${place} ${ordered} limit ${NEAR}
    ) near where fits`;
  const read = async (members: RawBuilder<unknown>, count = sql`null`) => {
    const { rows } = await sql<Row>`${members}
      select id, name, email, points, is_admin, card_tier_last_chosen, cash_rewarded_cents, last_rewarded_at, created_at,
        status, order_key::text as key, ${count} as count
      from found ${ordered} limit ${limit}`.execute(database);
    return rows;
  };
  const page = (rows: Row[]) => {
    const listed = rows.map(({ key: value, count, ...row }) => ({
      ...row,
      cursor: writeCursor(order, value, row.id),
    }));
    return before === undefined ? listed : listed.reverse();
  };

  // Members of every other state are found by an index.
  if (searchesNames(listing) && (status === undefined || status === 'active')) {
    const rows = await read(sql`with found as not materialized (${near})`);
    if (rows.length === limit) return page(rows);
  }
  if (listing.search !== undefined) {
    const few = sql`with found as materialized (${found} limit ${FEW + 1})`;
    const rows = await read(few, sql`(select count(*)::integer from found)`);
    if ((rows[0]?.count ?? 0) <= FEW) return page(rows);
  }
  return page(await read(sql`with found as not materialized (${found})`));
}

const writeCursor = (order: MemberOrder, key: string, id: string): string =>
  Buffer.from(JSON.stringify([order, key, id])).toString('base64url');

function readCursor(order: MemberOrder, cursor: string | undefined): { key: string; id: string } | undefined {
  if (cursor === undefined) return undefined;
  const refused = new Refusal('invalid_input', { fields: { after: fault('invalid') } });
  try {
    const [its, key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (its !== order || typeof key !== 'string' || typeof id !== 'string' || !isUuid(id)) throw refused;
    if (!KEYS[order](key)) throw refused;
    return { key, id };
  } catch {
    throw refused;
  }
}

const MOMENT =
  /^(?!0000)(\d{4}-\d\d-\d\d) ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d){0,2}$/;
const WHOLE = /^-?\d{1,10}$/;
const INTEGER_MAX = 2 ** 31 - 1;

function isMoment(key: string): boolean {
  const day = MOMENT.exec(key)?.[1];
  // A day that does not exist is parsed as no date or as another one.
  return key === '-infinity' || (day !== undefined && new Date(day).toISOString().startsWith(day));
}
const isWhole = (key: string) => WHOLE.test(key) && Math.abs(Number(key)) <= INTEGER_MAX;

/** The form that PostgreSQL writes for each order; other cursors are forged. */
const KEYS: Record<MemberOrder, (key: string) => boolean> = {
  created: isMoment,
  points: isWhole,
  cash: isWhole,
  lastRewarded: isMoment,
  // PostgreSQL accepts no NUL.
  name: (key) => !key.includes('\0'),
};
