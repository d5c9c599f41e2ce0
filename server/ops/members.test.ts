import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { runInProcess } from '#testing/ops.ts';
import { runOps } from '#testing/process.ts';

const { database, url } = await testDatabase();
const members = (...args: string[]) => runOps(['members', ...args], { DATABASE_URL: url });
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
  expect([usage.code, usage.output]).toEqual([2, expect.stringContaining('members suspend <email>')]);
  const ofOne = await members('lift');
  expect([ofOne.code, ofOne.output]).toEqual([2, expect.stringContaining('members lift [options] <email>')]);
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
