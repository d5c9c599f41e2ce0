import pg from 'pg';
import { SchemaError, withOwnerConnection } from './migrate.ts';

/** The schema of the site, and the one of its queue of jobs. */
const SCHEMAS = ['public', 'graphile_worker'];
/** What nobody changes after it was written; who serves may add to them and read. */
const APPEND_ONLY = ['ledger_transfers', 'audit_entries'];

/**
 * Gives a role of PostgreSQL what a running server needs, and no more: it reads and writes rows, owns nothing, changes no
 * schema and forges no migration. `url` is of the role that owns the schema. Tables of later migrations are included. Can be
 * repeated. Throws a SchemaError if there is no such role.
 */
export async function grantAccess(url: string, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  await withOwnerConnection(url, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
    if (!rowCount) throw new SchemaError(`PostgreSQL has no role ${role}.`);
    await client.query('begin');
    for (const schema of SCHEMAS) {
      const rows = 'select, insert, update, delete';
      await client.query(`grant usage on schema ${schema} to ${name}`);
      await client.query(`grant ${rows} on all tables in schema ${schema} to ${name}`);
      await client.query(`grant usage on all sequences in schema ${schema} to ${name}`);
      await client.query(`alter default privileges in schema ${schema} grant ${rows} on tables to ${name}`);
      await client.query(`alter default privileges in schema ${schema} grant usage on sequences to ${name}`);
      await client.query(`revoke insert, update, delete on ${schema}.migrations from ${name}`);
    }
    for (const table of APPEND_ONLY) await client.query(`revoke update, delete on ${table} from ${name}`);
    await openQueue(client, name);
    await client.query('commit');
  });
}

/**
 * The tables of the queue show their rows to nobody but their owner (row level security) unless a policy says so: one for
 * each role, which has its name.
 */
async function openQueue(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = 'graphile_worker' and rowsecurity`,
  );
  for (const { name } of rows) {
    await client.query(`drop policy if exists ${role} on ${name}`);
    await client.query(`create policy ${role} on ${name} to ${role} using (true) with check (true)`);
  }
}
