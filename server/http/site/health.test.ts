import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';
import { requireWritable } from '#database/writable.ts';
import { testDatabase } from '#testing/database.ts';
import { WAIT } from '#testing/patience.ts';
import { openHealth } from './health.ts';

test('however often anybody asks whether a process is ready, the database commits one check a second at most', async () => {
  const { database } = await testDatabase();
  let checks = 0;
  let isFailing = false;
  const app = new Hono();
  openHealth({
    ready: async () => {
      checks += 1;
      if (isFailing) throw new Error('the database is gone');
      await requireWritable(database);
    },
    retiring: () => false,
    figures: () => Promise.reject(new Error('not asked')),
    report: () => {},
    metricsToken: undefined,
    development: true,
  })(app);
  const ask = async () => (await app.request('/readyz')).status;
  const begun = performance.now();
  for (let n = 0; n < 50; n += 1) expect(await ask()).toBe(200);
  await Promise.all(Array.from({ length: 50 }, ask));
  expect(checks).toBeLessThanOrEqual(1 + (performance.now() - begun) / 1_000);
  isFailing = true;
  await expect.poll(ask, WAIT).toBe(503);
  isFailing = false;
  await expect.poll(ask, WAIT).toBe(200);
});

test('why the figures of the metrics could not be read is told, once a minute at most', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const fault = new Error('column "spread_at" does not exist');
  const told: unknown[] = [];
  const app = new Hono();
  openHealth({
    ready: async () => {},
    retiring: () => false,
    figures: () => Promise.reject(fault),
    report: (error) => told.push(error),
    metricsToken: undefined,
    development: true,
  })(app);
  const askFor = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 5) {
      expect(await (await app.request('/metrics')).text()).toMatch(/^site_figures_read 0$/m);
      vi.advanceTimersByTime(5_000);
    }
  };
  await askFor(60);
  expect(told).toEqual([fault]);
  await askFor(60);
  expect(told).toEqual([fault, fault]);
});
