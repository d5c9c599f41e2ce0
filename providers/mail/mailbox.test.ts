import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freePort } from '#testing/process.ts';
import { openMailbox } from './mailbox.ts';
import { smtpMailer } from './smtp.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-mailbox-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const fail = (error: Error) => {
  throw error;
};
const mail = (n: number) => ({
  to: `robin${n}@example.com`,
  subject: `Crème brûlée № ${n} – ${'long '.repeat(20)}end`,
  text: `Guten Tag, ${n}\n\nhttps://rewards.example/reset-password?token=${'a'.repeat(60)}`,
  html: `<p>Привет &amp; 你好 ${n}</p>`,
});

test('mails sent over SMTP are read back unchanged, newest first', async () => {
  const before = Date.now();
  const mailbox = await openMailbox(path.join(folder, 'a'), fail);
  const mailer = smtpMailer(mailbox.url, 'Pocketful <no-reply@example.com>', 'optional');
  await mailer.send(mail(1));
  await mailer.send(mail(2));
  const [second, first] = mailbox.list();
  expect(first).toMatchObject({ to: mail(1).to, subject: mail(1).subject });
  expect(first?.text.trim()).toBe(mail(1).text);
  expect(first?.html.trim()).toBe(mail(1).html);
  expect(Date.parse(first?.at ?? '')).toBeGreaterThanOrEqual(before);
  expect(second?.to).toBe(mail(2).to);
  expect(mailbox.list(mail(1).to)).toEqual([first]);
  mailer.close();
  await mailbox.close();
});

test('a restart keeps the last 200 mails, even after a crash cut a line off', async () => {
  const at = path.join(folder, 'b');
  const before = await openMailbox(at, fail);
  const mailer = smtpMailer(before.url, 'no-reply@example.com', 'optional');
  for (let n = 1; n <= 3; n++) await mailer.send(mail(n));
  const kept = before.list();
  mailer.close();
  await before.close();
  const file = path.join(at, 'mail.jsonl');
  const older = Array.from({ length: 300 }, (_, n) => JSON.stringify({ ...mail(1000 + n), at: '' }));
  const lines = await readFile(file, 'utf8');
  await writeFile(file, `${older.join('\n')}\n${lines}{"to":"cut o`);
  const after = await openMailbox(at, fail);
  expect(after.list().slice(0, 3)).toEqual(kept);
  expect(after.list()).toHaveLength(199);
  expect((await readFile(file, 'utf8')).trim().split('\n')).toHaveLength(199);
  expect((await stat(file)).mode & 0o077).toBe(0);
  await after.close();
});

test('sending fails if the mail server is not there', async () => {
  const mailer = smtpMailer(`smtp://127.0.0.1:${await freePort()}`, 'no-reply@example.com', 'optional');
  await expect(mailer.send(mail(1))).rejects.toThrow(/ECONNREFUSED/);
  mailer.close();
});
