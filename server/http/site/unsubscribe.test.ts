import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { countReach, sendToMany } from '#domain/notices/index.ts';
import { createMember } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';

const site = await startTestServer();
const { database } = site;
const transact = transactOn(database);

async function agreedMember() {
  const member = await createMember(database);
  await database
    .updateTable('users')
    .set({ marketingConsentAt: new Date() })
    .where('id', '=', member.id)
    .execute();
  const agrees = async () =>
    (
      await database
        .selectFrom('users')
        .select('marketingConsentAt')
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
    ).marketingConsentAt !== null;
  return { ...member, agrees };
}
const newMail = () => ({ subject: `News ${randomUUID()}`, text: 'Hello.\n\nGood news.' });

/** The link in the newest mail, with the port of this test. */
async function linkOf(email: string): Promise<string> {
  const [mail] = await site.mails(email);
  const link = /\/unsubscribe\?token=[\w.-]+/.exec(mail?.text ?? '')?.[0];
  return `${site.url}${link}`;
}

test('a marketing mail goes once to each member who agreed, even if it is sent repeatedly and in parallel', async () => {
  const [agreed, other] = [await agreedMember(), await createMember(database)];
  const mail = newMail();
  const reach = () => transact((tx) => countReach(tx, 'marketing', mail));
  expect(await reach()).toEqual({ members: 1, mailed: 0, waiting: 0 });
  const told = await Promise.all([1, 2, 3].map(() => sendToMany(transact, 'marketing', mail)));
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect((await site.mails(agreed.email)).map(({ subject }) => subject)).toEqual([mail.subject]);
  await expect.poll(reach).toEqual({ members: 1, mailed: 1, waiting: 0 });
  expect(await site.mails(other.email, 0)).toEqual([]);
});

test('the link works signed out and asks first; its button ends the mails', async () => {
  const member = await agreedMember();
  await sendToMany(transact, 'marketing', newMail());
  const link = await linkOf(member.email);

  const asked = await fetch(link);
  const page = await asked.text();
  expect(asked.status).toBe(200);
  expect(page).toMatch(/<form method="post"><button>Unsubscribe<\/button><\/form>/);
  expect(page).toMatch(/<html lang="en" dir="ltr">[\s\S]*<h1>Unsubscribe<\/h1>/);
  expect(asked.headers.get('content-security-policy')).toMatch(/default-src 'none'.*style-src 'sha256-/);
  expect(asked.headers.get('cache-control')).toBe('no-store');
  expect(await member.agrees()).toBe(true);

  const done = await fetch(link, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: site.url },
  });
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('You are unsubscribed')]);
  expect(await member.agrees()).toBe(false);
  expect((await fetch(link, { method: 'POST' })).status).toBe(200);
});

test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'one click in a mail program works (RFC 8058), sent as %s',
  async (type) => {
    const member = await agreedMember();
    await sendToMany(transact, 'marketing', newMail());
    const body = type.startsWith('multipart')
      ? '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
      : 'List-Unsubscribe=One-Click';
    const answer = await fetch(await linkOf(member.email), {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    });
    expect([answer.status, await member.agrees()]).toEqual([200, false]);
  },
);

test('unsubscribing deletes the mails that the member got, and those that still wait', async () => {
  const member = await agreedMember();
  await sendToMany(transact, 'marketing', newMail());
  const link = await linkOf(member.email);
  const waiting = { kind: 'marketing', data: JSON.stringify(newMail()) };
  await database
    .insertInto('notices')
    .values({ ...waiting, key: `waits:${member.id}`, userId: member.id })
    .execute();
  const stored = () => database.selectFrom('notices').select('id').where('userId', '=', member.id).execute();
  expect(await stored()).toHaveLength(2);
  expect((await fetch(link, { method: 'POST' })).status).toBe(200);
  expect(await stored()).toEqual([]);
});

test('a token that is forged or of another site does nothing', async () => {
  const [member, other] = [await agreedMember(), await agreedMember()];
  await sendToMany(transact, 'marketing', newMail());
  const token = new URL(await linkOf(member.email)).searchParams.get('token') ?? '';
  const otherToken = new URL(await linkOf(other.email)).searchParams.get('token') ?? '';
  const [id, signature] = token.split('.');
  const wrong = [
    '',
    'x',
    '.',
    `${id}.`,
    `${id}.${otherToken.split('.')[1]}`,
    `${signature}.${id}`,
    'a'.repeat(5_000),
  ];
  for (const bad of [...wrong, '<script>alert(1)</script>', `${id}\0.${signature}`]) {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${site.url}/unsubscribe?token=${encodeURIComponent(bad)}`, { method });
      expect([bad, answer.status]).toEqual([bad, 400]);
      expect(await answer.text()).not.toContain('<script>');
    }
  }
  expect(await member.agrees()).toBe(true);
});

test('a mail program that unsubscribes many members from one address is never refused, even among guesses', async () => {
  const member = await agreedMember();
  await sendToMany(transact, 'marketing', newMail());
  const link = (await linkOf(member.email)).slice(site.url.length);
  const program = site.visitor();
  for (let n = 0; n < 61; n++) await program.get('/unsubscribe?token=x.x');
  expect(await member.agrees()).toBe(true);
  expect([(await program.post(link)).status, await member.agrees()]).toEqual([200, false]);
});

test('guesses of tokens are limited', async () => {
  const visitor = site.visitor();
  const statuses: number[] = [];
  for (let n = 0; n < 61; n++) statuses.push((await visitor.get('/unsubscribe?token=x.x')).status);
  expect(new Set(statuses.slice(0, 60))).toEqual(new Set([400]));
  expect(statuses.at(-1)).toBe(429);
});
