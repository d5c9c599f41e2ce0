import type { Hono } from 'hono';
import * as contract from '#contract/statement.ts';
import { STATEMENT_CSV_PATH, STATEMENT_PAGE_MAX } from '#contract/statement.values.ts';
import { Refusal } from '#domain/common/refusal.ts';
import {
  listPending,
  listStatement,
  STATEMENT_COLUMNS,
  statementRows,
  totalStatement,
} from '#domain/statement/index.ts';
import type { Services } from '#server/compose/services.ts';
import { csvResponse } from '#server/http/frame/csv.ts';
import type { Env } from '#server/http/frame/env.ts';
import { refuseCrossSite, whileAdmitted } from '#server/http/frame/guards.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

export const statementRoutes = ({ database, walls }: Services): Route[] => [
  implement(contract.statement).with(({ query }, { member }) =>
    listStatement(database, walls, { userId: member.id, limit: STATEMENT_PAGE_MAX }, query),
  ),
  implement(contract.pendingPoints).with((_input, { member }) => listPending(database, walls, member.id)),
  implement(contract.statementTotals).with((_input, { member }) => totalStatement(database, member.id)),
];

/** The calling member's statement as a file. Streams bytes, so it is not an endpoint of the contract. */
export function statementFileRoute(app: Hono<Env>, { database, walls, limits }: Services): void {
  app.get(STATEMENT_CSV_PATH, async (c) => {
    refuseCrossSite(c);
    const { member } = c.var;
    if (!member) throw new Refusal('not_signed_in');
    const query = contract.StatementFilters.safeParse(c.req.query());
    if (!query.success) throw new Refusal('invalid_input');
    await limits.take(['statement_user', member.id]);
    const batches = statementRows(database, walls, member.id, query.data);
    return csvResponse(c, 'statement', STATEMENT_COLUMNS, whileAdmitted(c, [{ access: 'member' }], batches));
  });
}
