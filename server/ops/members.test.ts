import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { mailboxOf, meetAgain } from '#domain/trust/index.ts';
import { readConfig } from '#server/config/config.ts';
import { mailboxKey } from '#server/config/secret.ts';
import { afterwards } from '#testing/afterwards.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { runInProcess } from '#testing/ops.ts';
import { runOps, temporaryFolder } from '#testing/process.ts';

const APP_SECRET = 'a secret of at least thirty-two characters';
const { database, transact, url } = await testDatabase();
const members = (...args: string[]) => runOps(['members', ...args], { DATABASE_URL: url, APP_SECRET });
const inProcess = (...args: string[]) =>
  runInProcess(['members', ...args], (work) => work(database, readConfig({})));
const standing = (id: string) =>
  database
    .selectFrom('users')
    .select(['suspendedAt', 'suspendedReason', 'suspendedText'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('the operator can suspend and lift; both are in the audit trail and mailed', async () => {
  const member = await createMember(database);
  await signIn(database, member);
  const given = ['--reason', 'many_reversals', '--text', 'Our partners ask.'];
  const suspended = await members('suspend', member.email.toUpperCase(), ...given);
  expect(suspended.code, suspended.output).toBe(0);
  expect(await standing(member.id)).toEqual({
    suspendedAt: expect.any(Date),
    suspendedReason: 'many_reversals',
    suspendedText: 'Our partners ask.',
  });
  expect(await database.selectFrom('sessions').select('id').execute()).toEqual([]);
  expect((await members('lift', member.email)).code).toBe(0);
  expect(await standing(member.id)).toEqual({
    suspendedAt: null,
    suspendedReason: null,
    suspendedText: null,
  });
  const again = await members('lift', member.email);
  expect([again.code, again.output]).toEqual([0, expect.stringContaining('is not suspended')]);
  const trail = await database
    .selectFrom('auditEntries')
    .leftJoin('auditTexts', 'auditTexts.entryId', 'auditEntries.id')
    .select(['actor', 'action', 'after', 'auditTexts.text as reason'])
    .where('subjectId', '=', member.id)
    .orderBy('auditEntries.id')
    .execute();
  expect(trail).toEqual([
    {
      actor: 'operator',
      action: 'members suspend',
      after: { suspended: 'many_reversals' },
      reason: 'Our partners ask.',
    },
    { actor: 'operator', action: 'members lift', after: { suspended: null }, reason: null },
  ]);
  const told = await database.selectFrom('notices').select('kind').where('userId', '=', member.id).execute();
  expect(told.map(({ kind }) => kind).sort()).toEqual(['account_reinstated', 'account_suspended']);
});

test('suspending the last owner or an unknown address, or with a wrong command, changes nothing', async () => {
  const owner = await createMember(database, { isAdmin: true });
  const given = ['--reason', 'region', '--text', 'x'];
  const last = await members('suspend', owner.email, ...given);
  expect([last.code, last.output]).toEqual([1, expect.stringContaining('Somebody has to stay an owner')]);
  expect(await inProcess('suspend', 'nobody@example.com', ...given)).toBe(1);
  for (const wrong of [
    ['suspend', owner.email],
    ['suspend', owner.email, '--reason', 'because', '--text', 'x'],
    ['suspend', owner.email, '--reason', 'region', '--text', ' '],
    ['suspend', owner.email, ...given, '--more'],
    ['lift'],
    ['remove', owner.email],
  ]) {
    expect(await inProcess(...wrong), wrong.join(' ')).toBe(2);
  }
  const usage = await members('remove');
  expect([usage.code, usage.output]).toEqual([2, expect.stringContaining('members suspend <email|id>')]);
  const ofOne = await members('lift');
  expect([ofOne.code, ofOne.output]).toEqual([
    2,
    expect.stringContaining('members lift [options] <email|id>'),
  ]);
  expect(await standing(owner.id)).toMatchObject({ suspendedAt: null });
});

test('the operator can lift the suspension of an owner, even of the last one', async () => {
  const [one, two] = [
    await createMember(database, { isAdmin: true }),
    await createMember(database, { isAdmin: true }),
  ];
  await members('suspend', one.email, '--reason', 'region', '--text', 'x');
  await database
    .updateTable('users')
    .set({ isAdmin: false, staffRole: null })
    .where('id', '=', two.id)
    .execute();
  const lifted = await members('lift', one.email);
  expect([lifted.code, (await standing(one.id)).suspendedAt]).toEqual([0, null]);
});

test('the operator writes out what a suspended member may have, and lets them leave with the suspension kept', async () => {
  const folder = await temporaryFolder();
  afterwards(folder.remove);
  const member = await createMember(database);
  await members('suspend', member.id, '--reason', 'many_reversals', '--text', 'Our partners ask.');

  const file = path.join(folder.path, 'export.zip');
  const exported = await members('export', member.email, file);
  expect(exported.code, exported.output).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { 'users.json': users } = unzipSync(await readFile(file));
  expect(strFromU8(users ?? new Uint8Array())).toContain(member.email);

  const erased = await members('erase', member.email);
  expect(erased.code, erased.output).toBe(0);
  const left = await database
    .selectFrom('users')
    .select(['email', 'erasedAt'])
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
  expect(left).toEqual({ email: `erased-${member.id}@erased.invalid`, erasedAt: expect.any(Date) });
  const trail = await database
    .selectFrom('auditEntries')
    .select(['actor', 'action'])
    .where('subjectId', '=', member.id)
    .orderBy('id')
    .execute();
  expect(trail).toEqual(
    ['suspend', 'export', 'erase'].map((action) => ({ actor: 'operator', action: `members ${action}` })),
  );
  const again = await members('erase', member.id);
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('has left already')]);

  const next = await createMember(database);
  await transact(async (tx) => {
    const mailbox = await mailboxOf(tx, mailboxKey(APP_SECRET), member.email);
    await meetAgain(tx, { userId: next.id, mailbox });
  });
  expect(await standing(next.id)).toMatchObject({ suspendedReason: 'many_reversals' });
});

test('nobody is erased by another secret than the one of the site', async () => {
  const member = await createMember(database);
  await database.insertInto('secretMark').values({ mark: 'of another one' }).execute();
  const refused = await members('erase', member.id);
  expect([refused.code === 0, refused.output]).toEqual([false, expect.stringContaining('APP_SECRET')]);
  await database.deleteFrom('secretMark').execute();
  const kept = database.selectFrom('users').select('erasedAt').where('id', '=', member.id);
  expect(await kept.executeTakeFirst()).toEqual({ erasedAt: null });
});

test('nobody is erased who has a role, or whom nobody knows', async () => {
  const owner = await createMember(database, { isAdmin: true });
  const refused = await members('erase', owner.email);
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('role')]);
  for (const unknown of ['nobody@example.com', '00000000-0000-4000-8000-000000000000'])
    expect((await members('erase', unknown)).code).toBe(1);
  const kept = database.selectFrom('users').select('erasedAt').where('id', '=', owner.id);
  expect(await kept.executeTakeFirst()).toEqual({ erasedAt: null });
});
