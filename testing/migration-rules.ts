import { execFileSync } from 'node:child_process';
import path from 'node:path';

/**
 * What a migration may not do to a site that is in use: hold a lock for as long as a large table takes to read or write, or
 * break the version before. Most rules are those of squawk; `-- squawk-ignore <rule>` above a statement is an exception.
 */

const SQUAWK = path.resolve(import.meta.dirname, '../node_modules/squawk-cli/js/bin/squawk');
/** Oldest PostgreSQL that the product runs on. */
const POSTGRESQL = '15';
const NOT_OURS = [
  // The runner sets the first; the second would end a long `create index concurrently`.
  ...['require-lock-timeout', 'require-statement-timeout'],
  // A migration is applied as a whole or not at all; an index that was interrupted is dropped and built again.
  'prefer-robust-stmts',
  // Points, cents and counts have limits of their own.
  'prefer-bigint-over-int',
];

/** Tables that grow with what members do. */
export const LARGE_TABLES = [
  ...[
    'users',
    'sessions',
    'notices',
    'wall_members',
    'webhook_transactions',
    'tasks',
    'postback_log',
    'postback_proofs',
  ],
  ...['ledger_transfers', 'ledger_balances', 'card_redemptions', 'mission_attempts', 'mission_answers'],
  ...['audit_entries', 'audit_texts', 'webhook_events', 'webhook_deliveries', 'webhook_attempts'],
];
const LARGE = LARGE_TABLES.join('|');
const OWN_RULES: { name: string; statement: RegExp; message: string }[] = [
  {
    name: 'rows-of-large-table',
    statement: new RegExp(`^(update|delete from|insert into \\w+[^;]*\\bfrom)( only)? (${LARGE})\\b`, 'i'),
    message:
      'Changing or copying all rows of a large table takes long: let a job do it, some rows at a time.',
  },
  {
    name: 'table-lock',
    statement: /^(lock|cluster|reindex(?! .*concurrently)|vacuum full|truncate)\b/i,
    message: 'The statement stops all others on its table.',
  },
];

const CONCURRENT = /^(create( unique)?|drop) index concurrently /i;

interface SquawkFault {
  rule_name: string;
  line: number;
  message: string;
}

/** Faults of a migration, as `line: rule message`; empty if it can run beside the version before. */
export function faultsOf(sql: string): string[] {
  const statements = statementsOf(sql);
  // Only these run outside of a transaction, and only if nothing else is in their file.
  const concurrent = statements.length > 0 && statements.every(({ text }) => CONCURRENT.test(text));
  const own = statements.flatMap(({ text, line }) =>
    OWN_RULES.filter(({ statement }) => statement.test(text)).map(
      ({ name, message }) => `${line}: ${name} ${message}`,
    ),
  );
  return [...squawk(sql, !concurrent), ...own];
}

function squawk(sql: string, inTransaction: boolean): string[] {
  const args = [
    ...[SQUAWK, '--reporter', 'json', '--pg-version', POSTGRESQL, `--exclude=${NOT_OURS.join(',')}`],
    inTransaction ? '--assume-in-transaction' : '--no-assume-in-transaction',
  ];
  let output: string;
  try {
    output = execFileSync(process.execPath, args, { input: sql, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    // It ends with 1 when it found something.
    output = (error as { stdout: string }).stdout;
  }
  return (JSON.parse(output) as SquawkFault[]).map(
    ({ line, rule_name, message }) => `${line + 1}: ${rule_name} ${message}`,
  );
}

/** The statements of a migration without comments, each on one line, with the number of its first line. */
function statementsOf(sql: string): { text: string; line: number }[] {
  const bare = sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$\$[\s\S]*?\$\$/g, (body) => body.replaceAll(/[^\n]/g, ''));
  let at = 0;
  return bare.split(';').flatMap((text) => {
    const line = bare.slice(0, at + text.search(/\S|$/)).split('\n').length;
    at += text.length + 1;
    return text.trim() ? [{ text: text.trim().replaceAll(/\s+/g, ' '), line }] : [];
  });
}
