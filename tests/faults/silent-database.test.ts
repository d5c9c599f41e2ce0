import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDatabase, createPool } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { afterwards } from '#testing/afterwards.ts';
import { signalCluster } from '#testing/cluster.ts';
import { testDatabase } from '#testing/database.ts';
import { signIn } from '#testing/factories.ts';
import { howLongWaited } from '#testing/how-long-waited.ts';
import { openPage } from '#testing/open-page.ts';
import { LONG_TEST_MS_MAX, PATIENT, WAIT } from '#testing/patience.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { startSilentProxy } from '#testing/silent-proxy.ts';
import { openVendor, writeVendorWalls } from '#testing/vendor.ts';

/** A database that sends neither data nor an end: its address is gone, or its processes do not run. */

/** Good answers are promised within ten seconds of a reachable database; the tests share their machine. */
const BACK_MS_MAX = 20_000;
/** No call waits longer, whatever the database does. */
const ANSWER_MS_MAX = 30_000;
/** More calls than may wait in one process; see decision 0016. */
const FLOOD = 2_100;

async function startSite(databaseUrl: string) {
  const folder = await temporaryFolder();
  const server = await startProcess(folder.path, {
    DATABASE_URL: databaseUrl,
    WALLS_FILE: await writeVendorWalls(folder.path),
  });
  afterwards(async () => {
    await server.end('SIGKILL');
    await folder.remove();
  });
  const statusOf = async (address: string, headers: Record<string, string> = {}) =>
    (await fetch(server.url + address, { headers, signal: AbortSignal.timeout(WAIT.timeout) })).status;
  return { ...server, statusOf };
}

test('when the address of the database is gone and its name leads to another, good answers, credits and streams are back by themselves', async () => {
  const { url, database } = await testDatabase();
  const proxy = await startSilentProxy(url);
  afterwards(proxy.close);
  const site = await startSite(proxy.url);
  const vendor = await openVendor(database);
  const cookie = await signIn(database, { id: vendor.memberId, isAdmin: false });
  const page = openPage(site.url, cookie);
  await expect.poll(page.opened, WAIT).toBe(1);
  const load = vendor.start([site.url]);
  await expect.poll(() => page.events, WAIT).toContain('balance');

  const heldBack = howLongWaited();
  proxy.silence();
  await pause(5_000);
  const opened = page.opened();
  const restored = performance.now();
  proxy.restore();

  const back: Record<string, number> = {};
  const isBack = async (what: string, condition: () => Promise<boolean> | boolean) => {
    await expect.poll(async () => (await condition()) === true, WAIT).toBe(true);
    back[what] = Math.round(performance.now() - restored);
  };
  await Promise.all([
    isBack('credits', () => vendor.acknowledged() < performance.now() - restored),
    isBack('readiness', async () => (await site.statusOf('/readyz')) === 200),
    isBack('pages', async () => (await site.statusOf('/api/user', { cookie })) === 200),
    isBack('streams', async () => {
      if (page.opened() === opened) return false;
      page.events.length = 0;
      await expect.poll(() => page.events, WAIT).toContain('balance');
      return true;
    }),
  ]);
  console.log('silent address, ms after the name led to a working one:', back);
  await load.stop();
  await page.close();
  const heldBackMs = heldBack();
  for (const ms of Object.values(back)) expect(ms).toBeLessThan(BACK_MS_MAX + heldBackMs);
  expect(vendor.longestMs()).toBeLessThan(ANSWER_MS_MAX + heldBackMs);
  await vendor.expectExactlyOnce(database, url);
});

test('while the database is frozen every call of a flood is told to retry; thawed, each is credited once', {
  timeout: LONG_TEST_MS_MAX,
}, async () => {
  const folder = await temporaryFolder();
  const cluster = await startEmbedded(folder.path, { fsync: 'off' });
  await migrate(cluster.url);
  const pool = createPool(cluster.url, () => {}, PATIENT);
  const database = createDatabase(pool);
  afterwards(async () => {
    await signalCluster(folder.path, 'SIGCONT');
    await database.destroy();
    await cluster.stop();
    await folder.remove();
  });
  const site = await startSite(cluster.url);
  const vendor = await openVendor(database);
  const load = vendor.start([site.url]);
  await expect.poll(vendor.acknowledged, WAIT).toBeLessThan(ANSWER_MS_MAX);

  const cookie = await signIn(database, { id: vendor.memberId, isAdmin: false });
  await signalCluster(folder.path, 'SIGSTOP');
  const frozen = performance.now();
  const heldBack = howLongWaited();
  // What was found a moment before is still told.
  await expect.poll(() => site.statusOf('/readyz'), WAIT).toBe(503);
  const asked = performance.now();
  const page = await site.statusOf('/api/user', { cookie });
  const burst = performance.now();
  const statuses = await vendor.burst(site.url, FLOOD);
  const waited = { readiness: asked - frozen, page: burst - asked, burst: performance.now() - burst };
  const heldBackMs = heldBack();
  await signalCluster(folder.path, 'SIGCONT');
  const thawed = performance.now();
  await expect.poll(() => vendor.acknowledged() < performance.now() - thawed, WAIT).toBe(true);
  const backMs = performance.now() - thawed;

  console.log('frozen database, ms:', { ...waited, back: backMs, longest: vendor.longestMs() });
  expect(page).toBe(503);
  // 500 is the wall's own word for a retry, 503 that of a process in which too many calls wait.
  expect(statuses.filter((status) => status !== 500 && status !== 503)).toEqual([]);
  await load.stop();
  const settling = performance.now();
  await vendor.settle(site.url);
  // As long as a busy machine takes for so many calls when none has to wait.
  const workMs = performance.now() - settling;
  for (const ms of [...Object.values(waited), vendor.longestMs()])
    expect(ms).toBeLessThan(ANSWER_MS_MAX + workMs + heldBackMs);
  await vendor.expectExactlyOnce(database, cluster.url);
});
