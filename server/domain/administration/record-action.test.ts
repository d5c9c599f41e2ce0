import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { auditTrail, recordAction, verifyPart } from './record-action.ts';

const { database } = await testDatabase();
const actor = { id: 'operator', role: 'operator', ip: '127.0.0.1' };
const record = (id: string) =>
  database.transaction().execute((tx) =>
    recordAction(tx, actor, 'test', {
      subject: { kind: 'member', id },
      before: { b: 1, a: 'x' },
      after: { a: 'y', amount: 1.5 },
      reason: 'because',
    }),
  );
/** As somebody with every right on the database would. */
const tamper = (statement: string) =>
  database.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(statement).execute(tx);
  });

test('entries of parallel actions form one chain without a gap', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => record(String(index))));
  const { rows } = await sql<{ ids: number[] }>`select array_agg(id::integer order by id) as ids
    from audit_entries`.execute(database);
  expect(rows[0]?.ids).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(await auditTrail(database)).toEqual([]);
});

test('no statement changes, removes or empties the trail', async () => {
  for (const statement of [
    'update audit_entries set reason = null',
    'delete from audit_entries',
    'truncate audit_entries',
  ])
    await expect(sql.raw(statement).execute(database)).rejects.toThrow('append-only');
});

test('an entry that was changed behind the triggers is found, and so is one that was removed', async () => {
  await tamper("update audit_entries set reason = 'other' where id = 5");
  expect(await auditTrail(database)).toEqual(['audit entry 5 was changed']);
  await tamper("update audit_entries set reason = 'because' where id = 5");
  expect(await auditTrail(database)).toEqual([]);
  await tamper('delete from audit_entries where id = 7');
  expect(await auditTrail(database)).toEqual(['audit entry 8 follows a removed entry']);
});

test('a check counts every entry that is not as it was, and lists the first hundred', async () => {
  const ids = Array.from({ length: 120 }, (_, index) => index);
  for (const id of ids) await record(String(id));
  await tamper("update audit_entries set reason = 'other' where id > 20");
  const { differing, differences, checked } = await verifyPart(database, '20');
  expect([differing, differences.length, checked]).toEqual([120, 100, 120]);
});
