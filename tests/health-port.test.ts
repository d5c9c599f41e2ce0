import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { afterwards } from '#testing/afterwards.ts';
import { testDatabase } from '#testing/database.ts';
import { WAIT } from '#testing/patience.ts';
import { freePort, launchProcess, temporaryFolder } from '#testing/process.ts';

/** A worker serves no site, and tells of itself all the same. */

const folder = await temporaryFolder();
const TOKEN = 'a token of the test';
const port = await freePort();
const worker = await launchProcess(folder.path, {
  ROLES: 'worker',
  DATABASE_URL: (await testDatabase()).url,
  HEALTH_PORT: String(port),
  METRICS_TOKEN: TOKEN,
  LOG_LEVEL: 'info',
});
afterwards(async () => {
  await worker.end('SIGKILL');
  await folder.remove();
});
const at = (path: string, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
const statusOf = (path: string) =>
  at(path).then(
    ({ status }) => status,
    () => 0,
  );

test('a worker answers health, readiness and metrics at its own port, and nothing else', async () => {
  await expect.poll(() => statusOf('/readyz'), WAIT).toBe(200);
  expect(await statusOf('/healthz')).toBe(200);
  const metrics = await at('/metrics', { Authorization: `Bearer ${TOKEN}` });
  expect(await metrics.text()).toMatch(/^pocketful_info\{version=".+",roles="worker"\} 1$/m);
  for (const path of ['/', '/api/site', '/api/docs', '/api/postbacks/sandbox'])
    expect(await statusOf(path), path).toBe(404);
});

test('its metrics are shown to who has the token', async () => {
  await expect.poll(() => statusOf('/healthz'), WAIT).toBe(200);
  const wrong = [
    {},
    { Authorization: 'Bearer ' },
    { Authorization: `Bearer ${TOKEN}x` },
    { Authorization: TOKEN },
  ];
  for (const headers of wrong) expect((await at('/metrics', headers)).status).toBe(404);
});

test('its names are looked up by more threads than the four of libuv', async () => {
  const names = async () => {
    const tasks = `/proc/${worker.pid}/task`;
    const threads = await readdir(tasks);
    return Promise.all(threads.map(async (id) => (await readFile(`${tasks}/${id}/comm`, 'utf8')).trim()));
  };
  await expect
    .poll(async () => (await names()).filter((name) => name === 'libuv-worker').length, WAIT)
    .toBe(16);
});

test('a worker counts the runs of its jobs, and ends when it is told', async () => {
  const metrics = async () => (await at('/metrics', { Authorization: `Bearer ${TOKEN}` })).text();
  await expect.poll(metrics, WAIT).toMatch(/job_seconds_count\{task="roll_up_ledger",result="done"\} [1-9]/);
  expect(await worker.end()).toBe(0);
  expect(await statusOf('/healthz')).toBe(0);
});
