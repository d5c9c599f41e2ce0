import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { runOps } from '#testing/process.ts';

const { database, url } = await testDatabase();
const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-ops-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const file = path.join(folder, 'news.txt');
await writeFile(file, 'Hello.\n\nGood news.\n');
const ops = (...args: string[]) => runOps(args, { DATABASE_URL: url, DATA_DIR: folder });
const queued = () => database.selectFrom('notices').select(['userId', 'kind', 'data']).execute();

test('mail marketing says how many members it would reach, and sends once, only when told to', async () => {
  const agreed = await createMember(database);
  await createMember(database);
  await database
    .updateTable('users')
    .set({ marketingConsentAt: new Date() })
    .where('id', '=', agreed.id)
    .execute();
  const mail = ['mail', 'marketing', '--subject', 'News', '--text', file];

  const dry = await ops(...mail);
  expect([dry.code, dry.output]).toEqual([
    0,
    expect.stringMatching(/^Database: .+\n1 members agreed[\s\S]*Nothing was sent/),
  ]);
  expect(await queued()).toEqual([]);
  const sent = await ops(...mail, '--send');
  expect([sent.code, sent.output]).toEqual([0, expect.stringContaining('1 mails are on their way')]);
  expect(await queued()).toEqual([
    { userId: agreed.id, kind: 'marketing', data: { subject: 'News', text: 'Hello.\n\nGood news.' } },
  ]);
  expect((await ops(...mail, '--send')).output).toContain('0 mails are on their way');
});

test('mail announcement goes once to every member who has not left, suspended ones and those without consent too', async () => {
  await database.deleteFrom('notices').execute();
  const suspended = await createMember(database);
  await database
    .updateTable('users')
    .set({ suspendedAt: new Date(), suspendedReason: 'staff_review', suspendedText: 'A look' })
    .where('id', '=', suspended.id)
    .execute();
  const former = await createMember(database);
  await database.updateTable('users').set({ erasedAt: new Date() }).where('id', '=', former.id).execute();
  const mail = ['mail', 'announcement', '--subject', 'Our terms', '--text', file];
  const members = (
    await database.selectFrom('users').select('id').where('erasedAt', 'is', null).execute()
  ).map(({ id }) => id);
  expect(members).toContain(suspended.id);

  const dry = await ops(...mail);
  const counted = `${members.length} members have an account, 0 of them have got this one`;
  expect([dry.code, dry.output]).toEqual([0, expect.stringContaining(counted)]);
  expect(await queued()).toEqual([]);
  expect((await ops(...mail, '--send')).output).toContain(`${members.length} mails are on their way`);
  const told = await queued();
  expect(told.map(({ userId }) => userId).sort()).toEqual(members.sort());
  expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['announcement']));
  const again = await ops(...mail, '--send');
  expect(again.output).toContain(`${counted}, and it is on its way to ${members.length}.`);
  expect(again.output).toContain('0 mails are on their way');
});

test('mail marketing refuses a subject of two lines and a file that is missing, and prints its usage', async () => {
  const twoLines = await ops('mail', 'marketing', '--subject', 'News\nBcc: all', '--text', file);
  expect([twoLines.code, twoLines.output]).toEqual([2, expect.stringContaining('expected --subject')]);
  const missing = await ops('mail', 'marketing', '--subject', 'News', '--text', `${file}.old`);
  expect([missing.code, missing.output]).toEqual([2, expect.stringContaining('--text to name a file')]);
  const unknown = await ops('mail', 'marketing', '--sobject', 'News');
  expect([unknown.code, unknown.output]).toEqual([2, expect.stringContaining('Usage')]);
});

test('retention says what is due, and deletes it only when told to', async () => {
  await database
    .insertInto('emailVerificationCodes')
    .values({ email: 'robin@example.com', code: 'x', expiresAt: new Date(0) })
    .execute();
  const codes = () => database.selectFrom('emailVerificationCodes').select('id').execute();
  const dry = await ops('retention', '--dry-run');
  expect([dry.code, dry.output]).toEqual([
    0,
    expect.stringMatching(/ 1 {2}sign-up codes[\s\S]*Nothing was changed/),
  ]);
  expect(await codes()).toHaveLength(1);
  expect((await ops('retention')).code).toBe(0);
  expect(await codes()).toEqual([]);
});
