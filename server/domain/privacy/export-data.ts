import { strToU8, Zip, ZipDeflate } from 'fflate';
import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { toCsv } from '#domain/common/csv.ts';
import { rowsOf } from './erase-account.ts';
import type { Holding } from './holdings/holding.ts';
import { HOLDINGS } from './holdings.ts';

/** Rows of one table in an export; the newest ones if there are more. `contents.json` says where that is so. */
const EXPORT_ROWS_MAX = 20_000;

type Row = Record<string, unknown>;

/**
 * Yields a zip of everything held about a member, in a piece for each table with its JSON and CSV file, and one for
 * `contents.json`. It contains no passwords, tokens or keys, and no hashes of them. One table is in memory at a time.
 * Throws for an unknown member before the first piece.
 */
export async function* exportData(
  database: Database,
  userId: string,
  rowsMax = EXPORT_ROWS_MAX,
): AsyncGenerator<Uint8Array> {
  const { email } = await database
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const contents: { file: string; rows: number; complete: boolean }[] = [];
  for (const holding of HOLDINGS) {
    const { exported } = holding;
    if (exported === null) continue;
    const { rows, complete } = await read(database, { ...holding, exported }, { userId, email }, rowsMax);
    contents.push({ file: holding.table, rows: rows.length, complete });
    add(zip, `${holding.table}.json`, asJson(rows));
    add(zip, `${holding.table}.csv`, toCsv(columnsOf(exported), rows));
    yield Buffer.concat(pieces.splice(0));
  }
  add(zip, 'contents.json', asJson({ createdAt: new Date(), contents }));
  zip.end();
  yield Buffer.concat(pieces);
}

async function read(
  database: Database,
  { table, where, exported, order }: Holding & { exported: readonly string[] },
  member: { userId: string; email: string },
  rowsMax: number,
): Promise<{ rows: Row[]; complete: boolean }> {
  const columns = sql.join(exported.map((column) => sql.raw(column)));
  const { rows: found } =
    await sql<Row>`select ${columns} from ${sql.raw(table)} where ${rowsOf(where, member)}
    order by ${sql.raw(order)} desc limit ${rowsMax + 1}`.execute(database);
  // The file has the names of the columns, which come in their order.
  const names = columnsOf(exported);
  const rows = found.map((row) =>
    Object.fromEntries(Object.values(row).map((value, n) => [names[n] ?? '', value])),
  );
  return { rows: rows.slice(0, rowsMax).reverse(), complete: rows.length <= rowsMax };
}

/** Names of the result's columns; for `expression as name` that is the name. */
const columnsOf = (exported: readonly string[]) =>
  exported.map((column) => column.split(' as ').at(-1) ?? column);

function add(zip: Zip, name: string, text: string): void {
  const file = new ZipDeflate(name);
  zip.add(file);
  file.push(strToU8(text), true);
}

const asJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
