import { sql } from 'kysely';
import { KEY_PREFIX } from '#contract/api-keys.values.ts';
import type { AuditEntry, auditEntries } from '#contract/audit-trail.ts';
import type { Input } from '#contract/endpoint.ts';
import { STAFF_PAGE } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';

/** The smallest unit of times on the wire. */
const MILLISECOND = sql`interval '1 millisecond'`;
const UUID = sql.lit('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');

/** The member who did the entry `e`, as the key of `users` (a text of every id would be a text of every member). */
export const ACTOR_ID = sql`case when e.actor ~ ${UUID} then e.actor::uuid end`;

/** What staff did, the newest first, 50 at a time. */
export async function searchAuditTrail(
  database: Database,
  search: Input<typeof auditEntries>['query'],
): Promise<Domain<AuditEntry>[]> {
  const actor = search.actor?.includes('@') ? await idOf(database, search.actor) : search.actor;
  const pattern = search.action && `${search.action.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const conditions = [
    search.before === undefined ? sql`true` : sql`e.id < ${search.before}::bigint`,
    ...(actor === undefined ? [] : [sql`e.actor = ${actor}`]),
    ...(pattern === undefined ? [] : [sql`e.action like ${pattern}`]),
    ...(search.subjectKind === undefined ? [] : [sql`e.subject_kind = ${search.subjectKind}`]),
    ...(search.subjectId === undefined ? [] : [sql`e.subject_id = ${search.subjectId}`]),
    // Ids and times of entries grow together, so a range of times is a range of ids.
    ...(search.from === undefined
      ? []
      : [
          sql`e.id >= (select id from audit_entries where at >= ${search.from}::timestamptz order by at, id limit 1)`,
        ]),
    ...(search.to === undefined
      ? []
      : [
          sql`e.id <= (select id from audit_entries where at < ${search.to}::timestamptz + ${MILLISECOND}
            order by at desc, id desc limit 1)`,
        ]),
  ];
  const { rows } = await sql<Domain<AuditEntry>>`
    select e.id::text, e.at, e.actor, u.name as actor_name,
      case when k.id is not null then json_build_object('name', k.name, 'beginning', ${KEY_PREFIX}::text || k.hint) end
        as actor_key,
      e.actor_role, e.ip, e.action, e.subject_kind, e.subject_id, e.before, e.after,
      coalesce(e.reason, w.text) as reason, w.entry_id is not null and w.text is null as reason_erased,
      encode(e.hash, 'hex') as hash
    from audit_entries e left join users u on u.id = ${ACTOR_ID} left join api_keys k on 'key:' || k.id = e.actor
      left join audit_texts w on w.entry_id = e.id
    where ${sql.join(conditions, sql` and `)} order by e.id desc limit ${STAFF_PAGE}`.execute(database);
  return rows;
}

/** The trail holds no addresses. An unknown address gives an id that matches nothing. */
async function idOf(database: Database, email: string): Promise<string> {
  const row = await database
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return row?.id ?? '';
}
