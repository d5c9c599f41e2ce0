/** What an entry of the statement is. The last two are cards that staff gave: they move no points. */
export const STATEMENT_KINDS = [
  'earned',
  'taken_back',
  'redeemed',
  'given_back',
  'adjusted',
  'debt',
  'gift',
  'gift_taken_back',
] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** What the statement can be narrowed to. `staff`: everything that is neither earned nor redeemed. */
export const STATEMENT_FILTERS = ['earned', 'taken_back', 'redeemed', 'given_back', 'staff'] as const;
export type StatementFilter = (typeof STATEMENT_FILTERS)[number];

/** Length of a page of `GET /api/statement`; `before` returns the next one. */
export const STATEMENT_PAGE_MAX = 50;
/** The most pending tasks that are named one by one. */
export const PENDING_MAX = 50;

/** The statement as a file, with the filters of the call. */
export const STATEMENT_CSV_PATH = '/api/statement.csv';
