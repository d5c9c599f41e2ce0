import type pg from 'pg';

/** Returns the schema `public` as text, read from the catalogue: tables, constraints, indexes, functions, triggers. */
export async function dumpSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ text: string }>(SCHEMA_QUERY);
  return `${rows.map((row) => row.text).join('\n\n')}\n`;
}

const SCHEMA_QUERY = `
with tables as (
  select c.oid, c.relname, c.reloptions from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
),
lines as (
  select t.relname, 1 as part, a.attnum::int as position,
    '  ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attcollation = 'pg_catalog."C"'::regcollation then ' collate "C"' else '' end
      || case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
              when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
      || case when a.attidentity = 'a' then ' generated always as identity' else '' end
      || case when a.attnotnull then ' not null' else '' end as line
  from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  union all
  select t.relname, 2, row_number() over (partition by t.oid order by k.conname)::int,
    '  constraint ' || quote_ident(k.conname) || ' ' || pg_get_constraintdef(k.oid)
  from tables t join pg_constraint k on k.conrelid = t.oid and k.contype <> 'n'
)
select text from (
  select 1 as part, relname::text as name,
    'create table ' || relname || E' (\\n' || string_agg(line, E',\\n' order by part, position) || E'\\n)'
      || coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '') || ';' as text
  from lines join tables using (relname) group by relname, reloptions
  union all
  select 2, i.indexname::text, i.indexdef || ';' from pg_indexes i
  where i.schemaname = 'public' and i.tablename <> 'migrations'
    and not exists (select from pg_constraint k where k.conname = i.indexname)
  union all
  select 3, p.proname::text, pg_get_functiondef(p.oid) || ';' from pg_proc p
  where p.pronamespace = 'public'::regnamespace
  union all
  select 4, t.tgname::text, pg_get_triggerdef(t.oid) || ';' from pg_trigger t join tables on tables.oid = t.tgrelid
  where not t.tgisinternal
) parts order by part, name`;
