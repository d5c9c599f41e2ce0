/** What one table holds about a member, what the export shows of it, and what becomes of it when they leave. */
export interface Holding {
  table: string;
  /** Which rows are the member's; `$id` and `$email` are theirs. */
  where: string;
  /**
   * Columns in the export, as SQL. No secret and no hash of one, nothing that tells of another person, no notes that staff
   * keep for themselves, and no fact by which the rules against fraud could be found out. Null where the rows are left out,
   * even their number.
   */
  exported: readonly string[] | null;
  order: string;
  /**
   * `delete` the rows, `set` columns, or `keep` them for the reason given, without those that `unless` selects. Done in the order of
   * the list.
   */
  leaving: 'delete' | { set: string } | { keep: string; unless?: string };
}

/** The condition of most tables. */
export const byMember = 'user_id = $id';
/** What stands in the place of a text that may not be empty. */
export const ERASED = "'[erased]'";
