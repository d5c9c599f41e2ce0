import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import type { Transact } from '#database/transaction.ts';
import { recordAction } from '#domain/administration/index.ts';
import { csvLine } from '#domain/common/csv.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { Env } from './env.ts';
import { admit, whileAdmitted } from './guards.ts';

/** Without it, Excel does not read a file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/** With the two longest statements of a batch this is less than what browsers (45 seconds) and proxies (60) wait for a byte. */
const SILENT_MS_MAX = 10_000;

const EXPORTS = { access: 'admin', permission: 'exports' } as const;
const MEMBERS = { access: 'admin', permission: 'members.read' } as const;

/** A list that staff can download whole. */
export interface CsvExport<Query> {
  path: string;
  /** Name of the file, and of the subject in the audit trail. */
  name: string;
  /** Set if it holds personal data: it needs the right to see members too, and of a person a fresh sign-in. */
  isPersonal?: true;
  query: z.ZodType<Query>;
  /** The part of the query that the audit trail records, without texts about a person. */
  recorded: (query: Query) => Record<string, unknown>;
  /** Columns of the rows and of the file, in its order. Amounts have their unit in the name. */
  columns: readonly string[];
  /** Yields the rows in batches, at least one. The next batch is read once the client has taken the last one. */
  batches: (query: Query) => AsyncGenerator<Record<string, unknown>[]>;
}

/** Streams a list as CSV. The export is recorded in the audit trail before the first row. */
export function csvRoute<Query>(app: Hono<Env>, transact: Transact, list: CsvExport<Query>): void {
  app.get(list.path, async (c) => {
    const { actor } = admit(EXPORTS, c);
    if (list.isPersonal) admit({ ...MEMBERS, freshSignIn: true }, c);
    const query = list.query.safeParse(c.req.query());
    if (!query.success) throw new Refusal('invalid_input');
    await transact((tx) =>
      recordAction(tx, actor, `GET ${list.path}`, {
        subject: { kind: 'export', id: list.name },
        after: list.recorded(query.data),
      }),
    );
    const batches = whileAdmitted(
      c,
      list.isPersonal ? [EXPORTS, MEMBERS] : [EXPORTS],
      list.batches(query.data),
    );
    return csvResponse(c, list.name, list.columns, batches);
  });
}

/** Streams rows as the file `<name>-<day>.csv`, in UTF-8 with a byte order mark. `batches` yields at least one batch. */
export async function csvResponse(
  c: Context,
  name: string,
  columns: readonly string[],
  batches: AsyncGenerator<Record<string, unknown>[]>,
): Promise<Response> {
  const pieces = lines(columns, batches);
  // A fault in the first batch is returned as an error; a later one breaks the connection.
  const first = await pieces.next();
  const stream = ReadableStream.from(
    (async function* () {
      try {
        if (!first.done) yield first.value;
        yield* pieces;
      } finally {
        // The client may leave before the end.
        await pieces.return();
      }
    })(),
  );
  const day = new Date().toISOString().slice(0, 10);
  c.header('Content-Type', 'text/csv; charset=utf-8; header=present');
  c.header('Content-Disposition', `attachment; filename="${name}-${day}.csv"`);
  c.header('Cache-Control', 'no-store');
  return c.body(stream);
}

/**
 * Holds what it has last, until more comes. While batches have no rows, a byte of that is sent from time to time: a client or
 * proxy gives up a download that is silent for long.
 */
async function* lines(
  columns: readonly string[],
  batches: AsyncGenerator<Record<string, unknown>[]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const encoder = new TextEncoder();
  let held = encoder.encode(BYTE_ORDER_MARK + csvLine(columns));
  let sentAt = Number.NEGATIVE_INFINITY;
  for await (const batch of batches) {
    const rows = encoder.encode(batch.map((row) => csvLine(columns.map((column) => row[column]))).join(''));
    const isSilent = performance.now() - sentAt > SILENT_MS_MAX;
    const now = rows.length > 0 ? held.length : isSilent ? 1 : 0;
    if (now > 0) sentAt = performance.now();
    yield held.subarray(0, now);
    held = rows.length > 0 ? rows : held.subarray(now);
  }
  yield held;
}
