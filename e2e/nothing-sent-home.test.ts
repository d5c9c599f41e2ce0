import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { openMailbox } from '#providers/mail/mailbox.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';

/** A server in production without any vendor, whose every connection is written down. */

const { url: databaseUrl, database } = await testDatabase();
const folder = await temporaryFolder();
const mail = await openMailbox(folder.path, (error) => {
  throw error;
});
const file = path.join(folder.path, 'connections');
const hook = pathToFileURL(path.resolve(import.meta.dirname, '../testing/record-connections.mjs')).href;
const server = await startProcess(folder.path, {
  APP_ENV: 'production',
  APP_URL: 'https://rewards.example',
  APP_SECRET: 'a secret of at least thirty-two characters',
  DATABASE_URL: databaseUrl,
  SMTP_URL: mail.url,
  SMTP_TLS: 'optional',
  MAIL_FROM: 'Rewards <no-reply@rewards.example>',
  SUPPORT_EMAIL: 'help@rewards.example',
  PASSWORD_MIN_LENGTH: '8',
  HOST: '127.0.0.1',
  SHUTDOWN_DELAY: '0',
  NODE_OPTIONS: `--import ${hook}`,
  CONNECTIONS_FILE: file,
});
afterAll(async () => {
  await server.end('SIGKILL');
  await mail.close();
  await folder.remove();
});
const connections = async () => (await readFile(file, 'utf8')).trim().split('\n');
const post = (address: string, body: object) =>
  fetch(server.url + address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: 'https://rewards.example' },
    body: JSON.stringify(body),
  });

test('a server without vendors connects to its database and its mail server and to nobody else', async () => {
  await createMember(database, { email: 'robin@example.com' });
  for (const address of ['/', '/auth', '/api/site', '/api/docs', '/healthz'])
    await fetch(server.url + address);
  const account = { email: 'kim@example.com', password: 'a long walk at noon', name: 'Kim' };
  expect((await post('/api/register', account)).status).toBe(200);
  await post('/api/forgot-password', { email: 'robin@example.com' });
  const smtp = new URL(mail.url);
  // The mails show that the worker has begun its jobs, and that the stop interrupts none of them.
  const mailed = () => mail.list().map(({ to }) => to);
  await expect.poll(mailed, WAIT).toEqual(expect.arrayContaining([account.email, 'robin@example.com']));
  expect(await server.end()).toBe(0);

  const { hostname, port } = new URL(databaseUrl);
  const allowed = [
    `connect ${hostname} ${port}`,
    `connect ${smtp.hostname} ${smtp.port}`,
    `look up ${hostname}`,
    `look up ${smtp.hostname}`,
  ];
  const all = await connections();
  for (const needed of [`connect ${hostname} ${port}`, `connect ${smtp.hostname} ${smtp.port}`])
    expect(all).toContain(needed);
  expect([...new Set(all)].filter((line) => !allowed.includes(line))).toEqual([]);
});
