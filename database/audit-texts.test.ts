import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readAuditTrailHead, verifyAuditTrail } from '#domain/administration/index.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';

/** The migration of a site whose trail holds words about members. */

const { database } = await testDatabase();
const file = readFileSync(path.join(import.meta.dirname, 'migrations/0024_audit_texts.sql'), 'utf8');
const [up = '', down = ''] = file.split('-- Down Migration');
const run = (statements: string) => database.transaction().execute((tx) => sql.raw(statements).execute(tx));
const append = (action: string, kind: string, id: string, reason: string | null) =>
  sql`select audit_append('operator', 'operator', '', ${action}, ${kind}, ${id}, null, null, ${reason})`.execute(
    database,
  );
const PAUSE = 'POST /api/admin/users/{id}/pause';

test('the migration moves words out of the trail, erases those about former members, and the trail proves itself', async () => {
  await run(down);
  const [member, gone] = [await createMember(database), await createMember(database)];
  await database.updateTable('users').set({ erasedAt: new Date() }).where('id', '=', gone.id).execute();
  await append('POST /api/admin/walls/{wall}/pause', 'wall', 'cpx', 'The wall is down.');
  await append(PAUSE, 'member', member.id, 'Where are you?');
  await append(PAUSE, 'member', gone.id, 'Who are you?');
  await append('POST /api/admin/appeals/{id}/decision', 'appeal', 'unknown', 'No.');
  await append('POST /api/admin/users/{id}/adjustments', 'member', member.id, 'goodwill');
  const { rows: before } = await sql<{ hash: string }>`select encode(hash, 'hex') as hash from audit_entries
    order by id`.execute(database);

  await run(up);
  expect(await verifyAuditTrail(database)).toEqual([]);
  const { rows } = await sql<{ reason: string | null; text: string | null; hash: string }>`
    select e.reason, t.text, encode(e.hash, 'hex') as hash from audit_entries e
    left join audit_texts t on t.entry_id = e.id order by e.id`.execute(database);
  expect(rows.map(({ reason, text }) => reason ?? text)).toEqual([
    ...['The wall is down.', 'Where are you?', null, null, 'goodwill', null],
  ]);
  expect(rows[0]?.hash).toBe(before[0]?.hash);
  const { rows: last } = await sql<{ before: object; after: object }>`select before, after from audit_entries
    order by id desc limit 1`.execute(database);
  expect(last[0]).toEqual({ before: { hash: before.at(-1)?.hash }, after: { texts: 3 } });
  await expect(sql`update audit_entries set reason = null`.execute(database)).rejects.toThrow('append-only');
});

test('the migration leaves a trail that does not prove itself unchanged', async () => {
  await run(
    `set local session_replication_role = replica; delete from audit_texts; delete from audit_entries`,
  );
  await run(down);
  const member = await createMember(database);
  await append(PAUSE, 'member', member.id, 'Where are you?');
  await append(PAUSE, 'member', member.id, 'And now?');
  await run(
    `set local session_replication_role = replica; update audit_entries set reason = 'x' where id = 1`,
  );
  const head = await readAuditTrailHead(database);
  await run(up);
  expect(await readAuditTrailHead(database)).toEqual(head);
  expect(await verifyAuditTrail(database)).toEqual(['audit entry 1 was changed']);
});
