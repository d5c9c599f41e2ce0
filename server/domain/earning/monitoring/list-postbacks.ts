import { type RawBuilder, sql } from 'kysely';
import type { Input, Output } from '#contract/endpoint.ts';
import { fault } from '#contract/faults.ts';
import type { PostbackRow, postbacks } from '#contract/postbacks.ts';
import { REPLAYABLE_VERDICTS } from '#contract/postbacks.values.ts';
import { STAFF_LIST_MAX, STAFF_PAGE } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { CUT, EMPTIED } from '#domain/earning/intake/redact.ts';
import { mergePages, type Part, type Place } from './merge-pages.ts';

/** A page reads at most this many rows of each table, however rare the matches are. */
const SCAN_MAX = 20_000;

type PostbackSearch = Input<typeof postbacks>['query'];
type Row = Domain<PostbackRow>;
/**
 * Lists calls with their verdicts, newest first. A plain first credit has only its transaction, every other call is
 * in the log; both tables are read backwards by their keys. `walls` are the ids of the site's walls.
 */
export async function listPostbacks(
  database: Database,
  walls: readonly string[],
  search: PostbackSearch,
): Promise<Domain<Output<typeof postbacks>>> {
  if (search.transaction !== undefined || search.code !== undefined) return find(database, walls, search);
  const from = readCursor(search.before);
  const { verdict } = search;
  const parts = await Promise.all([
    verdict === undefined || verdict === 'credited' ? scanCredits(database, search, from[0]) : NOTHING,
    verdict === 'credited' ? NOTHING : scanLog(database, walls, search, from[1]),
  ]);
  const { rows, next, floor } = mergePages(parts, from, STAFF_PAGE);
  const ended = next.every((place) => place === 'end');
  return {
    rows,
    next: ended ? null : next.map((place) => place ?? START).join('~'),
    lookedBackTo: !ended && rows.length < STAFF_PAGE && floor ? floor : null,
  };
}

const NOTHING: Part<Row> = { rows: [], end: null };
const START = 'start';

function readCursor(text: string | undefined): [Place, Place] {
  if (text === undefined) return [null, null];
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|start|end)~(\d{1,18}|start|end)$/.exec(text);
  if (!match) throw new Refusal('invalid_input', { fields: { before: fault('invalid') } });
  const [credit, log] = match.slice(1).map((place) => (place === START ? null : place));
  return [credit ?? null, log ?? null];
}

const CREDIT_COLUMNS = sql`w.id::text as id, w.created_at as at, w.provider as wall, 'credited' as verdict,
  null as reason, w.transaction_id, m.code as member_code, w.user_id, w.amount_mb as points, w.source_ip, w.latency_ms,
  1 as times, w.raw_payload as raw, false as replayable, null::timestamptz as settled_at`;
const ITS_CODE = sql`left join wall_members m on m.wall = w.provider and m.user_id = w.user_id`;
/** Leaves out transactions whose first call is in the log already. */
const PLAIN = sql`not exists (select from postback_log l
  where l.wall = w.provider and l.transaction_id = w.transaction_id
    and l.verdict in ('flagged', 'netted', 'reversed_early') and l.member_code is not null)`;
/** Of `walls` calls can be replayed, see replayPostback. */
const logColumns = (
  walls: readonly string[],
) => sql`l.id::text as id, l.received_at as at, l.wall, l.verdict, l.reason, l.transaction_id,
  nullif(l.member_code, '') as member_code, m.user_id, null::integer as points, nullif(l.source_ip, '') as source_ip,
  l.latency_ms, l.times, l.raw,
  (l.replayed_at is null and l.verdict = any (${REPLAYABLE_VERDICTS}::text[]) and l.raw <> ${EMPTIED.raw}
    and l.wall = any (${walls}::text[]) and right(l.raw, ${CUT.length}) <> ${CUT}) as replayable,
  l.replayed_at as settled_at`;
const ITS_MEMBER = sql`left join wall_members m on m.wall = l.wall and m.code = l.member_code`;

async function scanCredits(database: Database, { wall }: PostbackSearch, from: Place): Promise<Part<Row>> {
  if (from === 'end') return NOTHING;
  const size = wall === undefined ? STAFF_PAGE : SCAN_MAX;
  const part = sql`select w.* from webhook_transactions w
    ${from === null ? sql`` : sql`where w.id < ${from}::uuid`} order by w.id desc limit ${size}`;
  const { rows } = await sql<Row>`
    with part as materialized (${part}),
    found as (
      select * from part where ${wall ?? null}::text is null or provider = ${wall ?? null} order by id desc limit ${STAFF_PAGE}
    )
    select ${CREDIT_COLUMNS}, ${PLAIN} as plain from found w ${ITS_CODE} order by w.id desc`.execute(
    database,
  );
  const end =
    rows.length === STAFF_PAGE ? (rows.at(-1) ?? null) : await endOf(database, part, 'created_at', size);
  return { rows: (rows as (Row & { plain: boolean })[]).filter(({ plain }) => plain), end };
}

async function scanLog(
  database: Database,
  walls: readonly string[],
  { wall, verdict }: PostbackSearch,
  from: Place,
): Promise<Part<Row>> {
  if (from === 'end') return NOTHING;
  const size = wall === undefined && verdict === undefined ? STAFF_PAGE : SCAN_MAX;
  const part = sql`select l.* from postback_log l
    ${from === null ? sql`` : sql`where l.id < ${from}::bigint`} order by l.id desc limit ${size}`;
  const { rows } = await sql<Row>`
    with part as materialized (${part})
    select ${logColumns(walls)} from part l ${ITS_MEMBER}
    where (${wall ?? null}::text is null or l.wall = ${wall ?? null})
      and (${verdict ?? null}::text is null or l.verdict = ${verdict ?? null})
    order by l.id desc limit ${STAFF_PAGE}`.execute(database);
  const end =
    rows.length === STAFF_PAGE ? (rows.at(-1) ?? null) : await endOf(database, part, 'received_at', size);
  return { rows, end };
}

/** Returns the last row that was read; null if the table ended before `size` rows. */
async function endOf(
  database: Database,
  part: RawBuilder<unknown>,
  time: 'created_at' | 'received_at',
  size: number,
): Promise<Part<Row>['end']> {
  const { rows } = await sql<{ id: string; at: Date; size: number }>`
    select id::text, ${sql.ref(time)} as at, (count(*) over ())::integer as size
    from (${part}) p order by p.id limit 1`.execute(database);
  const [last] = rows;
  return last?.size === size ? { id: last.id, at: last.at } : null;
}

/** Returns the calls of one transaction or member code, newest first, at most STAFF_LIST_MAX; uses indexes. */
async function find(
  database: Database,
  walls: readonly string[],
  { wall, verdict, transaction, code }: PostbackSearch,
): Promise<Domain<Output<typeof postbacks>>> {
  const among = wall === undefined ? walls : [wall];
  const credits = sql`select ${CREDIT_COLUMNS} from webhook_transactions w ${ITS_CODE}
    where w.provider = any (${among}::text[]) and ${PLAIN} and (${verdict ?? 'credited'} = 'credited')
      ${transaction === undefined ? sql`` : sql`and w.transaction_id = ${transaction}`}
      ${
        code === undefined
          ? sql``
          : sql`and w.id in (select t.id from tasks t join wall_members m on m.user_id = t.user_id and m.wall = t.wall
              where m.wall = any (${among}::text[]) and m.code = ${code})`
      }`;
  const logged = sql`select ${logColumns(walls)} from postback_log l ${ITS_MEMBER}
    where (${wall ?? null}::text is null or l.wall = ${wall ?? null})
      and (${verdict ?? null}::text is null or l.verdict = ${verdict ?? null})
      ${code === undefined ? sql`` : sql`and l.member_code = ${code}`}
      ${
        transaction === undefined
          ? sql``
          : sql`and l.transaction_id = ${transaction} and l.wall = any (${among}::text[])
              and l.verdict <> 'bad_signature' and l.member_code is not null`
      }`;
  const { rows } = await sql<Row>`
    select * from ((${credits}) union all (${logged})) found order by at desc limit ${STAFF_LIST_MAX}`.execute(
    database,
  );
  return { rows, next: null, lookedBackTo: null };
}
