import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#database/client.ts';

/** Rows per slice: they and what belongs to them fit into the memory of one statement. */
const SLICE = 20_000;

/** A part of all ids: from `from` on and before `to`. The first part has no beginning, the last one no end. */
export interface Slice {
  from: string | undefined;
  to: string | undefined;
}

/**
 * Cuts the ids of provider transactions into parts of `rows` rows, in their order. Together they hold every id that there
 * could be. For proofs, which would otherwise sort or hash all rows at once.
 */
export async function* slicesOf(database: Database, rows = SLICE): AsyncGenerator<Slice> {
  let from: string | undefined;
  do {
    const found = await sql<{ id: string }>`
      select id from webhook_transactions where ${inSlice(sql`id`, { from, to: undefined })}
      order by id offset ${rows} limit 1`.execute(database);
    const to = found.rows[0]?.id;
    yield { from, to };
    from = to;
  } while (from !== undefined);
}

/** The condition that an id is in the slice. */
export const inSlice = (id: RawBuilder<unknown>, { from, to }: Slice): RawBuilder<unknown> => {
  const bounds = [from && sql`${id} >= ${from}::uuid`, to && sql`${id} < ${to}::uuid`].filter(
    (bound) => bound,
  );
  return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `);
};
