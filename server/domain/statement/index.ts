export { listPending } from './list-pending.ts';
export { listStatement, type StatementQuery } from './list-statement.ts';
export { STATEMENT_COLUMNS, statementRows } from './statement-file.ts';
export { totalStatement } from './total-statement.ts';
