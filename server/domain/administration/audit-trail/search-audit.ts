import { type RawBuilder, sql } from 'kysely';
import { KEY_PREFIX } from '#contract/api-keys.values.ts';
import type { AuditEntry, auditEntries } from '#contract/audit-trail.ts';
import type { Input } from '#contract/endpoint.ts';
import { STAFF_PAGE } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { ADDRESS_CHANGED } from './record-renaming.ts';

/** The smallest unit of times on the wire. */
const MILLISECOND = sql`interval '1 millisecond'`;
const UUID = sql.lit('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');

/** The member who did the entry `e`, as the key of `users` (a text of every id would be a text of every member). */
const ACTOR_ID = sql`case when e.actor ~ ${UUID} then e.actor::uuid end`;

/** What staff did, the newest first, 50 at a time. Who is searched for did also what their API keys did. */
export async function searchAuditTrail(
  database: Database,
  search: Input<typeof auditEntries>['query'],
): Promise<Domain<AuditEntry>[]> {
  const conditions = conditionsOf(search);
  if (search.actor === undefined) return readEntries(database, newestEntries(conditions));
  const actors = sql`(
      with person as (${search.actor.includes('@') ? holdersOf(search.actor) : sql`select ${search.actor}::text as id`})
      select id from person
      union all select 'key:' || k.id from person join api_keys k on k.created_by::text = person.id
    ) actor
    cross join lateral ${newestEntries([...conditions, sql`e.actor = actor.id`])}`;
  return readEntries(database, actors);
}

function conditionsOf(search: Input<typeof auditEntries>['query']): RawBuilder<unknown>[] {
  const pattern = search.action && `${search.action.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return [
    search.before === undefined ? sql`true` : sql`e.id < ${search.before}::bigint`,
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
}

/** The newest entries that meet the conditions, at most a page of them, as `e` of a from clause for `readEntries`. */
export const newestEntries = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql`(
    select * from audit_entries e where ${sql.join(conditions, sql` and `)} order by e.id desc limit ${STAFF_PAGE}
  ) e`;

/** A page of the entries `e` of a from clause, with the names of those who did it, the newest first. */
export async function readEntries(
  database: Database,
  entries: RawBuilder<unknown>,
): Promise<Domain<AuditEntry>[]> {
  const { rows } = await sql<Domain<AuditEntry>>`
    select e.id::text, e.at, e.actor, u.name as actor_name,
      case when u.erased_at is null then u.email end as actor_email,
      case when k.id is not null then json_build_object('name', k.name, 'beginning', ${KEY_PREFIX}::text || k.hint,
        'madeBy', maker.name, 'makerId', maker.id,
        'makerEmail', case when maker.erased_at is null then maker.email end) end as actor_key,
      e.actor_role, e.ip, e.action, e.subject_kind, e.subject_id, e.before, e.after,
      coalesce(e.reason, w.text) as reason, w.entry_id is not null and w.text is null as reason_erased,
      encode(e.hash, 'hex') as hash
    from ${entries} left join users u on u.id = ${ACTOR_ID} left join api_keys k on 'key:' || k.id = e.actor
      left join users maker on maker.id = k.created_by left join audit_texts w on w.entry_id = e.id
    order by e.id desc limit ${STAFF_PAGE}`.execute(database);
  return rows;
}

/** The ids of whoever has the address, and of those who gave it up while they were staff. */
const holdersOf = (email: string): RawBuilder<unknown> => sql`
  select id::text as id from users where email = ${email.toLowerCase()}
  union
  select e.subject_id from audit_entries e join audit_texts w on w.entry_id = e.id
  where e.action = ${ADDRESS_CHANGED} and split_part(w.text, ' ', 1) = ${email.toLowerCase()}`;
