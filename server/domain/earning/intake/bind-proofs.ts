import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import type { Binding } from '#domain/earning/wall-format/verify.ts';

export interface ProvenValues extends Binding {
  wall: string;
}

/**
 * Ties each proof to the first values it is seen with. Returns, in the order of `proven`, whether each proof came
 * with those values. It is one statement outside of any transaction, so a proof stays tied whatever becomes of its
 * call. It inserts in the order of the keys, so that two such statements cannot deadlock.
 */
export async function bindProofs(database: Database, proven: ProvenValues[]): Promise<boolean[]> {
  const { rows } = await sql<ProvenValues>`
    insert into postback_proofs as p (wall, proof, covered)
    select distinct on (g.wall, g.proof) g.wall, decode(g.proof, 'hex'), decode(g.covered, 'hex')
    from unnest(${proven.map(({ wall }) => wall)}::text[], ${proven.map(({ proof }) => proof)}::text[],
      ${proven.map(({ values }) => values)}::text[]) with ordinality as g (wall, proof, covered, place)
    order by g.wall, g.proof, g.place
    on conflict (wall, proof) do update set covered = p.covered
    returning wall, encode(proof, 'hex') as proof, encode(covered, 'hex') as values`.execute(database);
  const first = new Map(rows.map(({ wall, proof, values }) => [`${wall} ${proof}`, values]));
  return proven.map(({ wall, proof, values }) => first.get(`${wall} ${proof}`) === values);
}
