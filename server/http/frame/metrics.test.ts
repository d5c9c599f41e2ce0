import { expect, test } from 'vitest';
import { renderMetrics } from '#server/metrics/index.ts';
import { observeRoute } from './metrics.ts';

/** The metrics of the process; some exist only on Linux. */
const OF_THE_PROCESS = [
  ...['process_cpu_user_seconds_total', 'process_cpu_system_seconds_total', 'process_cpu_seconds_total'],
  ...['process_start_time_seconds', 'process_resident_memory_bytes', 'process_virtual_memory_bytes'],
  ...['process_heap_bytes', 'process_open_fds', 'process_max_fds', 'nodejs_eventloop_lag_seconds'],
  ...['nodejs_eventloop_lag_min_seconds', 'nodejs_eventloop_lag_max_seconds'],
  ...['nodejs_eventloop_lag_mean_seconds', 'nodejs_eventloop_lag_stddev_seconds'],
  ...['nodejs_eventloop_lag_p50_seconds', 'nodejs_eventloop_lag_p90_seconds'],
  ...['nodejs_eventloop_lag_p99_seconds', 'nodejs_active_resources', 'nodejs_active_resources_total'],
  ...['nodejs_active_handles', 'nodejs_active_handles_total', 'nodejs_active_requests'],
  ...['nodejs_active_requests_total', 'nodejs_heap_size_total_bytes', 'nodejs_heap_size_used_bytes'],
  ...['nodejs_external_memory_bytes', 'nodejs_heap_space_size_total_bytes'],
  ...['nodejs_heap_space_size_used_bytes', 'nodejs_heap_space_size_available_bytes'],
  ...['nodejs_version_info', 'nodejs_gc_duration_seconds'],
];

test('the metrics of the process have only the usual names', async () => {
  const text = await renderMetrics(undefined);
  const names = [...text.matchAll(/^# TYPE ((?:process|nodejs)_\w+) \w+$/gm)].map(([, name]) => name);
  expect(names).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(names.filter((name) => !OF_THE_PROCESS.includes(String(name)))).toEqual([]);
});

test('a request is counted under its route, and labels are escaped', async () => {
  observeRoute('GET', '/of-the-test/:id', 200, 120);
  observeRoute('POST', '/of-the-test/"\\\n', 500, 20_000);
  const lines = (await renderMetrics(undefined)).split('\n').filter((line) => line.includes('/of-the-test/'));
  const ofGet = 'method="GET",route="/of-the-test/:id",status="200"';
  const ofPost = String.raw`method="POST",route="/of-the-test/\"\\\n",status="500"`;
  const bucketsOf = (labels: string, counts: number[]) =>
    [0.005, 0.02, 0.1, 0.5, 2, 10, '+Inf'].map(
      (le, index) => `http_request_seconds_bucket{le="${le}",${labels}} ${counts[index]}`,
    );
  expect(lines).toEqual([
    ...bucketsOf(ofGet, [0, 0, 0, 1, 1, 1, 1]),
    `http_request_seconds_sum{${ofGet}} 0.12`,
    `http_request_seconds_count{${ofGet}} 1`,
    ...bucketsOf(ofPost, [0, 0, 0, 0, 0, 0, 1]),
    `http_request_seconds_sum{${ofPost}} 20`,
    `http_request_seconds_count{${ofPost}} 1`,
  ]);
});
