import type pg from 'pg';

interface CheckedColumn {
  table: string;
  column: string;
  definition: string;
}

/** A check that holds a column to a list of values, as PostgreSQL writes it down whether it was made with IN or ANY. */
const LIST = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.+)\]\)\)\)$/;

/** The generated types with a union of its values in the place of `string` for each column that a check holds to a list. */
export async function withUnions(client: pg.Client, types: string): Promise<string> {
  const { rows } = await client.query<CheckedColumn>(`
    select t.relname as table, a.attname as column, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class t on t.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'c' and cardinality(k.conkey) = 1 and t.relnamespace = 'public'::regnamespace
      and a.atttypid = 'text'::regtype`);
  return rows.reduce(narrow, types);
}

function narrow(types: string, { table, column, definition }: CheckedColumn): string {
  const [, list] = LIST.exec(definition) ?? [];
  if (list === undefined) return types;
  const union = [...list.matchAll(/'([^']*)'::text/g)].map(([, value]) => JSON.stringify(value)).join(' | ');
  const line = new RegExp(
    `(?<=^export interface ${camel(`_${table}`)} \\{[^}]*^  ${camel(column)}: .*)\\bstring\\b`,
    'm',
  );
  if (!line.test(types)) throw new Error(`the types lack ${table}.${column}`);
  return types.replace(line, union);
}

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
