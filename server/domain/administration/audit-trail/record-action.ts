import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { verifyAudit } from '#contract/audit-trail.ts';
import type { Output } from '#contract/endpoint.ts';
import type { Database, Tx } from '#database/client.ts';

/** Who did it: a member's id with their role, `operator` on the command line, or `key:<id>` for another system. */
export interface Actor {
  id: string;
  role: string;
  ip: string;
}

/** What an action did. The entry is kept for good, so it has ids and states but no text about a person. */
export interface ActionEvidence {
  /** What it was done to: a kind such as `member`, `redemption` or `mission`, and its id. */
  subject: { kind: string; id: string };
  /** The changed fields before and after; null if there was or is nothing. */
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** A code, or a text that is about no person. */
  reason?: string;
  /** A text about a member. It is stored outside of the trail, which proves it, and is erased with the account. */
  text?: { memberId: string; words: string };
}

const SALT_BYTES = 32;
/** A second reading of the same subject within this time makes no entry. */
const READING_MINUTES = 60;

/**
 * Appends to the audit trail. `action` is the call (`POST /api/...`) or command. Call it last, since entries wait for
 * each other.
 */
export async function recordAction(
  tx: Database | Tx,
  actor: Actor,
  action: string,
  { subject, before, after, reason, text }: ActionEvidence,
): Promise<void> {
  const asJson = (value: unknown) => (value ? JSON.stringify(value) : null);
  await sql`select audit_append(${actor.id}, ${actor.role}, ${actor.ip}, ${action}, ${subject.kind}, ${subject.id},
    ${asJson(before)}::jsonb, ${asJson(after)}::jsonb, ${reason ?? null}, ${text?.memberId ?? null}::uuid,
    ${text?.words ?? null}, ${text ? randomBytes(SALT_BYTES) : null}::bytea)`.execute(tx);
}

/** Records that someone has read what is kept about the subject: one entry an hour per reader, call and subject. */
export async function recordReading(
  database: Database,
  actor: Actor,
  action: string,
  subject: ActionEvidence['subject'],
): Promise<void> {
  const { rows } = await sql`select from audit_entries
    where subject_kind = ${subject.kind} and subject_id = ${subject.id} and actor = ${actor.id} and action = ${action}
      and at > now() - make_interval(mins => ${READING_MINUTES}) limit 1`.execute(database);
  if (rows.length === 0) await recordAction(database, actor, action, { subject });
}

const DIFFERENCE = sql`format('audit entry %s %s', id, case
      when not untouched then 'was changed'
      when not proven then 'has other words than it had'
      when not gapless then 'follows a removed entry'
      else 'does not follow the entry before it' end)`;

/**
 * Whether the text of the entry `e` is unchanged, or was erased with the account it is about. False for a row without
 * its hash, and for a hash without its row.
 */
const PROVEN = sql`case
    when e.text_hash is null then t.entry_id is null
    when t.text is not null then audit_text_hash(t.salt, t.text) = e.text_hash
    else t.entry_id is not null and (t.member_id is null or u.erased_at is not null) end as proven`;
const WITH_TEXT = sql`left join audit_texts t on t.entry_id = e.id left join users u on u.id = t.member_id`;

/** Recomputes the chain of the audit trail. Returns one line per entry that was changed, removed or inserted. */
export async function verifyAuditTrail(database: Database): Promise<string[]> {
  const { rows } = await sql<{ difference: string }>`
    with chain as (
      select e.id, e.hash = audit_hash(e) as untouched, ${PROVEN},
        e.previous_hash = lag(e.hash, 1, ''::bytea) over (order by e.id) as follows,
        e.id = lag(e.id, 1, 0::bigint) over (order by e.id) + 1 as gapless
      from audit_entries e ${WITH_TEXT}
    )
    select ${DIFFERENCE} as difference
    from chain where not (untouched and proven and follows and gapless) order by id`.execute(database);
  return rows.map(({ difference }) => difference);
}

/** Entries recomputed per part. */
const PART = 10_000;
const DIFFERENCES_MAX = 100;

/** Recomputes the chain after the entry `after`, at most `part` entries; see `verifyAuditTrail`. */
export async function verifyPart(
  database: Database,
  after: string | undefined,
  part = PART,
): Promise<Output<typeof verifyAudit>> {
  const { rows } = await sql<{ id: string; hash: string; difference: string | null }>`
    with part as (
      select e, ${PROVEN} from audit_entries e ${WITH_TEXT} where e.id > ${after ?? 0}::bigint order by e.id limit ${part}
    ),
    before as (
      select e.id, e.hash from audit_entries e where e.id <= ${after ?? 0}::bigint order by e.id desc limit 1
    ),
    chain as (
      select (e).id, (e).hash, (e).hash = audit_hash(e) as untouched, proven,
        (e).previous_hash = coalesce(lag((e).hash) over (order by (e).id), (select hash from before), ''::bytea)
          as follows,
        (e).id = coalesce(lag((e).id) over (order by (e).id), (select id from before), 0::bigint) + 1 as gapless
      from part
    )
    select id::text, encode(hash, 'hex') as hash,
      case when not (untouched and proven and follows and gapless) then ${DIFFERENCE} end as difference
    from chain order by chain.id`.execute(database);
  const last = rows.at(-1);
  const differences = rows.flatMap(({ difference }) => (difference === null ? [] : [difference]));
  return {
    checked: rows.length,
    total: (await readAuditTrailHead(database)).count,
    differing: differences.length,
    differences: differences.slice(0, DIFFERENCES_MAX),
    last: last ? { id: last.id, hash: last.hash } : null,
    done: rows.length < part,
  };
}

/** Returns the number of entries and the hash of the last one in hex. Kept elsewhere, the hash proves all of them. */
export async function readAuditTrailHead(database: Database): Promise<{ count: number; hash: string }> {
  const { rows } = await sql<{ count: number; hash: string }>`
    select (select count(*)::integer from audit_entries) as count,
      coalesce((select encode(hash, 'hex') from audit_entries order by id desc limit 1), '') as hash`.execute(
    database,
  );
  return rows[0] ?? { count: 0, hash: '' };
}
