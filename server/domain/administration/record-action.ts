import { sql } from 'kysely';
import type { Database, Tx } from '#database/client.ts';

/** Who did it: a member's id with their role, `operator` at the command line, or `key:<id>` for another system. */
export interface Actor {
  id: string;
  role: string;
  ip: string;
}

/** What an action did, as its entry in the audit trail keeps it for good: ids and states, no text about a person. */
export interface ActionEvidence {
  /** What it was done to: `member`, `redemption`, `mission` ... and its id. */
  subject: { kind: string; id: string };
  /** The changed fields as they were, and as they are; null where there was, or is, nothing. */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  reason?: string;
}

/** Appends to the audit trail. `action` is the call (`POST /api/...`) or command. Call it last: entries queue up. */
export async function recordAction(
  tx: Tx,
  actor: Actor,
  action: string,
  { subject, before, after, reason }: ActionEvidence,
): Promise<void> {
  const asJson = (value: unknown) => (value ? JSON.stringify(value) : null);
  await sql`select audit_append(${actor.id}, ${actor.role}, ${actor.ip}, ${action}, ${subject.kind}, ${subject.id},
    ${asJson(before)}::jsonb, ${asJson(after)}::jsonb, ${reason ?? null})`.execute(tx);
}

/** Recomputes the chain of the audit trail; one line per entry that was changed, removed or slipped in. */
export async function auditTrail(database: Database): Promise<string[]> {
  const { rows } = await sql<{ difference: string }>`
    with chain as (
      select e.id, e.hash = audit_hash(e) as untouched,
        e.previous_hash = lag(e.hash, 1, ''::bytea) over (order by e.id) as follows,
        e.id = lag(e.id, 1, 0::bigint) over (order by e.id) + 1 as gapless
      from audit_entries e
    )
    select format('audit entry %s %s', id, case
      when not untouched then 'was changed'
      when not gapless then 'follows a removed entry'
      else 'does not follow the entry before it' end) as difference
    from chain where not (untouched and follows and gapless) order by id`.execute(database);
  return rows.map(({ difference }) => difference);
}
