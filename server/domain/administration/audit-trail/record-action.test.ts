import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { recordAction, recordReading, verifyAuditTrail, verifyPart } from './record-action.ts';

const { database } = await testDatabase();
const actor = { id: 'operator', role: 'operator', ip: '127.0.0.1' };
const record = (id: string) =>
  transactOn(database)((tx) =>
    recordAction(tx, actor, 'test', {
      subject: { kind: 'member', id },
      before: { b: 1, a: 'x' },
      after: { a: 'y', amount: 1.5 },
      reason: 'because',
    }),
  );
/** Runs a statement past the triggers, as someone with every right on the database could. */
const tamper = (statement: string) =>
  transactOn(database)(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql.raw(statement).execute(tx);
  });

test('entries of parallel actions form one chain without a gap', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => record(String(index))));
  const { rows } = await sql<{ ids: number[] }>`select array_agg(id::integer order by id) as ids
    from audit_entries`.execute(database);
  expect(rows[0]?.ids).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(await verifyAuditTrail(database)).toEqual([]);
});

test('no statement changes, removes or empties the trail', async () => {
  for (const statement of [
    'update audit_entries set reason = null',
    'delete from audit_entries',
    'truncate audit_entries',
  ])
    await expect(sql.raw(statement).execute(database)).rejects.toThrow('append-only');
});

test('the check finds an entry that was changed or removed behind the triggers', async () => {
  await tamper("update audit_entries set reason = 'other' where id = 5");
  expect(await verifyAuditTrail(database)).toEqual(['audit entry 5 was changed']);
  await tamper("update audit_entries set reason = 'because' where id = 5");
  expect(await verifyAuditTrail(database)).toEqual([]);
  await tamper('delete from audit_entries where id = 7');
  expect(await verifyAuditTrail(database)).toEqual(['audit entry 8 follows a removed entry']);
});

test('the check counts every changed entry and lists the first hundred', async () => {
  const ids = Array.from({ length: 120 }, (_, index) => index);
  for (const id of ids) await record(String(id));
  await tamper("update audit_entries set reason = 'other' where id > 20");
  const { differing, differences, checked } = await verifyPart(database, '20');
  expect([differing, differences.length, checked]).toEqual([120, 100, 120]);
});

describe('words about a member', () => {
  const ERASE = 'update audit_texts set text = null, salt = null';
  const leave = (id: string) =>
    database.updateTable('users').set({ erasedAt: new Date() }).where('id', '=', id).execute();

  /** Adds an entry with words about a new member, and an entry after it. */
  const write = async () => {
    const { id } = await createMember(database);
    const text = { memberId: id, words: 'Please write to us.' };
    await transactOn(database)((tx) =>
      recordAction(tx, actor, 'test', { subject: { kind: 'claim', id: '1' }, text }),
    );
    await record('after');
    const { rows } = await sql<{ entry: string }>`select entry_id::text as entry from audit_texts
      where member_id = ${id}`.execute(database);
    return { memberId: id, entry: rows[0]?.entry ?? '' };
  };
  const found = async (entry: string) =>
    (await verifyPart(database, String(Number(entry) - 1), 2)).differences;

  test('are stored beside the trail, which holds only a salted hash of them', async () => {
    const { entry } = await write();
    const { rows } = await sql<{ entry: string; length: number }>`
      select e::text as entry, length(t.salt) as length from audit_entries e
      join audit_texts t on t.entry_id = e.id where e.id = ${entry}`.execute(database);
    expect(rows[0]?.entry).not.toContain('Please');
    expect(rows[0]?.length).toBe(32);
    expect(await found(entry)).toEqual([]);
  });

  test('may be missing once the member has left, but not before', async () => {
    const { entry, memberId } = await write();
    await sql.raw(`${ERASE} where entry_id = ${entry}`).execute(database);
    expect(await found(entry)).toEqual([`audit entry ${entry} has other words than it had`]);
    await leave(memberId);
    expect(await found(entry)).toEqual([]);
  });

  test('that were changed, removed or added behind the triggers are found by the check', async () => {
    const { entry, memberId } = await write();
    const differs = [`audit entry ${entry} has other words than it had`];
    await tamper(`update audit_texts set text = 'Please wait.' where entry_id = ${entry}`);
    expect(await found(entry)).toEqual(differs);
    await tamper(`delete from audit_texts where entry_id = ${entry}`);
    expect(await found(entry)).toEqual(differs);
    await leave(memberId);
    expect(await found(entry)).toEqual(differs);
    const after = Number(entry) + 1;
    await tamper(`insert into audit_texts (entry_id, member_id) values (${after}, '${memberId}')`);
    expect(await found(entry)).toContain(`audit entry ${after} has other words than it had`);
  });

  test('can be emptied by a statement, but not changed in any other way', async () => {
    const { entry } = await write();
    for (const statement of [
      `update audit_texts set text = 'other' where entry_id = ${entry}`,
      `${ERASE}, member_id = null where entry_id = ${entry}`,
      `delete from audit_texts where entry_id = ${entry}`,
      'truncate audit_texts',
    ])
      await expect(sql.raw(statement).execute(database)).rejects.toThrow('can only be emptied');
  });
});

test('repeated reads leave one entry an hour for each reader, call and subject', async () => {
  const count = async () => (await verifyPart(database, undefined, 1)).total;
  const before = await count();
  const read = (id: string, action: string, by = actor) =>
    recordReading(database, by, action, { kind: 'member', id });
  for (let time = 0; time < 3; time += 1) await read('ada', 'GET sessions');
  expect(await count()).toBe(before + 1);
  await read('ada', 'GET notes');
  await read('bob', 'GET sessions');
  await read('ada', 'GET sessions', { ...actor, id: 'another' });
  expect(await count()).toBe(before + 4);
  await tamper("update audit_entries set at = at - interval '61 minutes' where action like 'GET %'");
  await read('ada', 'GET sessions');
  expect(await count()).toBe(before + 5);
});
