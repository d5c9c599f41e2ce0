import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';

test('a call that waits too long for what another one holds is told when to come again, and may', async () => {
  const url = new URL((await testDatabase()).url);
  url.searchParams.set('lock_timeout', '1000');
  const { database, visitor } = await startTestServer({}, { databaseUrl: url.href });
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
  expect((await change()).status).toBe(200);
});
