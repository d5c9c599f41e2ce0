import { sql } from 'kysely';
import pino from 'pino';
import { expect, test } from 'vitest';
import { setUpTwoFactor, signUp } from '#testing/accounts.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';

test.each([
  ['waits too long for what another one holds', { lock_timeout: '1000' }, '55P03'],
  ['is ended at the limit of a statement', { lock_timeout: '0', statement_timeout: '10000' }, '57014'],
])('a call that %s is told when to come again, and may, and the log names it', async (_, limits, state) => {
  // What the test does itself has no such limit.
  const { url: plain, database } = await testDatabase();
  const url = new URL(plain);
  url.search = String(new URLSearchParams(limits));
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const { visitor } = await startTestServer({}, { databaseUrl: url.href, log });
  const { id } = await createMember(database);
  const member = visitor();
  member.cookie = await signIn(database, { id, isAdmin: false });
  const change = () => member.call('PUT', '/api/user/language', { language: 'de' });
  await database.transaction().execute(async (tx) => {
    await sql`select from users where id = ${id} for update`.execute(tx);
    const { status, body, headers } = await change();
    expect([status, body.code]).toEqual([503, 'busy']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ msg: 'request failed', err: expect.objectContaining({ code: state }) }),
  );
  expect((await change()).status).toBe(200);
});

test('a change that is done is answered, with what is shown once, though its tries cannot be given back', async () => {
  const site = await startTestServer();
  const member = await signUp(site);
  // As if another call held the count for too long.
  await sql`create function held() returns trigger language plpgsql as $$
    begin raise exception 'held' using errcode = '55P03'; end $$`.execute(site.database);
  await sql`create trigger held before update on rate_limits for each row when (new.points < old.points)
    execute function held()`.execute(site.database);
  await sql`create trigger last_held before delete on rate_limits for each row
    execute function held()`.execute(site.database);
  expect((await setUpTwoFactor(site, member)).backupCodes).not.toEqual([]);
});
