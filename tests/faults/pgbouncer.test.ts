import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { afterwards } from '#testing/afterwards.ts';
import { emptyDatabase, testDatabase } from '#testing/database.ts';
import { errorsIn } from '#testing/errors-in.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { openPage } from '#testing/open-page.ts';
import { LONG_TEST_MS_MAX, PATIENT, WAIT } from '#testing/patience.ts';
import { startPgBouncer } from '#testing/pgbouncer.ts';
import { runOps, startProcess, temporaryFolder } from '#testing/process.ts';
import { testWith } from '#testing/programs.ts';
import { openVendor, writeVendorWalls } from '#testing/vendor.ts';

/** Two servers whose connections are shared by PgBouncer in transaction mode. */

const CREDITS = 37;

testWith(
  'pgbouncer',
  'behind PgBouncer in transaction mode two servers credit, tell every event, redeem and migrate, and leave nothing in its sessions',
  { timeout: LONG_TEST_MS_MAX },
  async (program) => {
    const { url: directUrl, database } = await testDatabase();
    const bouncer = await startPgBouncer(program, directUrl);
    afterwards(bouncer.close);
    const addresses = { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: directUrl };
    const servers = await Promise.all([startSite(addresses), startSite(addresses)]);
    const urls = servers.map(({ url }) => url);

    const vendor = await openVendor(database);
    const cookie = await signIn(database, { id: vendor.memberId, isAdmin: false });
    const pages = urls.map((url) => openPage(url, cookie));
    for (const page of pages) await expect.poll(page.opened, WAIT).toBe(1);
    await vendor.credit(urls, CREDITS);
    for (const { events } of pages) {
      await expect.poll(() => events.filter((event) => event === 'balance').length, WAIT).toBe(CREDITS);
    }
    for (const page of pages) {
      expect(page.opened()).toBe(1);
      await page.close();
    }

    const load = vendor.start(urls);
    await Promise.all(urls.map((url) => redeem(database, url)));
    await load.stop();

    // A worker may hold one for a moment.
    const held = async () => {
      const { rows } = await sql`select from pg_locks l join pg_database d on d.oid = l.database
        where l.locktype = 'advisory' and d.datname = current_database() and l.classid = 0`.execute(database);
      return rows;
    };
    await expect.poll(held).toEqual([]);
    const pooled = createDatabase(createPool(bouncer.url, () => {}, { ...PATIENT, limitsFrom: 'role' }));
    const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
      order by name`.execute(pooled);
    await pooled.destroy();
    expect(rows.map(({ setting }) => setting)).toEqual(['15000', '5000', '15000']);

    const audit = await runOps(['audit'], addresses);
    expect(audit.output).toContain('Every point is accounted for.');
    await vendor.expectExactlyOnce(database, directUrl);
    for (const server of servers) {
      expect(errorsIn(server.output())).toEqual([]);
      expect(await server.end()).toBe(0);
    }
  },
);

testWith(
  'pgbouncer',
  'a start through PgBouncer alone ends with one sentence that names the missing setting',
  { timeout: LONG_TEST_MS_MAX },
  async (program) => {
    const { url, database } = await testDatabase();
    const bouncer = await startPgBouncer(program, url);
    afterwards(bouncer.close);
    const message = await startSite({ DATABASE_URL: bouncer.url }).catch((error: Error) => error.message);
    expect(message).toMatch(/\n.* set DATABASE_DIRECT_URL to the address of the database itself\.\n$/);
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and database =
      (select oid from pg_database where datname = current_database())`.execute(database);
    expect(rows).toEqual([]);
  },
);

test('a start on two databases ends with one sentence', { timeout: LONG_TEST_MS_MAX }, async () => {
  const { url } = await testDatabase();
  for (const other of [(await testDatabase()).url, await emptyDatabase()]) {
    const addresses = { DATABASE_URL: other, DATABASE_DIRECT_URL: url };
    const message = await startSite(addresses).catch((error: Error) => error.message);
    expect(message).toContain('DATABASE_URL and DATABASE_DIRECT_URL: must lead to the same database');
    expect(message).not.toContain('    at ');
  }
});

async function startSite(addresses: Record<string, string>) {
  const folder = await temporaryFolder();
  afterwards(folder.remove);
  const server = await startProcess(folder.path, {
    ...addresses,
    WALLS_FILE: await writeVendorWalls(folder.path),
  });
  afterwards(() => server.end('SIGKILL'));
  return server;
}

/** A member redeems at one of the servers, and a worker of either makes the card. */
async function redeem(database: Database, url: string): Promise<void> {
  const member = await createMember(database, { points: 100 });
  await database
    .insertInto('captchaGrants')
    .values({ userId: member.id, action: 'redemption', expiresAt: new Date(Date.now() + 3_600_000) })
    .execute();
  const headers = { cookie: await signIn(database, member), 'Content-Type': 'application/json' };
  const body = JSON.stringify({ requestId: randomUUID(), cardTier: '1USD' });
  const ask = () => fetch(`${url}/api/redemptions`, { method: 'POST', headers, body });
  let response = await ask();
  // Beside the load it may be put off.
  const end = performance.now() + WAIT.timeout;
  while (response.status === 503 && performance.now() < end) {
    await pause(100);
    response = await ask();
  }
  expect(response.status).toBe(200);
  await expect
    .poll(
      () =>
        database
          .selectFrom('cardRedemptions')
          .select('status')
          .where('userId', '=', member.id)
          .executeTakeFirst(),
      WAIT,
    )
    .toEqual({ status: 'issued' });
}
