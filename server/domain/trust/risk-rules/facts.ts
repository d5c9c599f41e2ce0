import { sql } from 'kysely';
import type { Database, Tx } from '#database/client.ts';
import type { RiskFacts } from './rules.ts';

/** A redemption to judge: member, time, and the member's points before it. */
export interface RiskSubject {
  id: string;
  userId: string;
  at: Date;
  balance: number;
}

/** Returns the facts at each of these moments, by the subject's id, in one query: see the function `risk_facts`. */
export async function readFacts(
  database: Database | Tx,
  subjects: readonly RiskSubject[],
): Promise<Map<string, RiskFacts>> {
  const { rows } = await sql<{ id: string; facts: RiskFacts }>`
    select id, facts from risk_facts(${JSON.stringify(subjects)}::jsonb)`.execute(database);
  return new Map(rows.map(({ id, facts }) => [id, facts]));
}
