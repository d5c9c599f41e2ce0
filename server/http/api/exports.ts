import type { Hono } from 'hono';
import { z } from 'zod';
import { EXPORTS, exportPath, OFFER_RESULTS_PATH } from '#contract/exports.ts';
import { withoutNul } from '#contract/rules.ts';
import { EXPORT_COLUMNS, exportRows } from '#domain/administration/index.ts';
import { exportOfferResults, RESULT_COLUMNS } from '#domain/earning/index.ts';
import type { Services } from '#server/compose/services.ts';
import { csvRoute } from '#server/http/frame/csv.ts';
import type { Env } from '#server/http/frame/env.ts';

const DAY_MS = 86_400_000;
const day = z.iso.date();
/** First and last day in UTC, both included. */
const Range = z.object({ from: day, to: day }).refine(({ from, to }) => from <= to);

/** Lists that staff can download, most of them by date: `GET /api/admin/exports/<name>.csv?from=2027-01-01&to=2027-01-31`. */
export function exportRoutes(app: Hono<Env>, { database, transact }: Services): void {
  for (const name of EXPORTS) {
    csvRoute(app, transact, {
      path: exportPath(name),
      name,
      query: Range,
      recorded: (range) => range,
      columns: EXPORT_COLUMNS[name],
      batches: ({ from, to }) => {
        const end = new Date(new Date(to).getTime() + DAY_MS);
        return exportRows(database, name, { from: new Date(from), to: end });
      },
    });
  }
  csvRoute(app, transact, {
    path: OFFER_RESULTS_PATH,
    name: 'offer_results',
    query: z.object({ wall: z.string().max(40).check(withoutNul) }),
    recorded: ({ wall }) => ({ wall }),
    columns: RESULT_COLUMNS,
    batches: ({ wall }) => exportOfferResults(database, wall),
  });
}
