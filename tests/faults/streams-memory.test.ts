import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

/** What the library's own way of passing pieces on kept was 95 bytes of a heartbeat and 117 of an event. */
const BYTES_KEPT_MAX = 25;
const root = path.resolve(import.meta.dirname, '../..');

test('heartbeats and events leave nothing in memory while their streams stay open', async () => {
  const flags = ['--endurance', '--streams=200', '--heartbeats=40000', '--events=40000', '--opened=0'];
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      ['bench/run.ts', 'streams', ...flags],
      { cwd: root },
      (_error, out, problems) => resolve(out + problems),
    );
  });
  const kept = [...output.matchAll(/^\d+ (heartbeats|events) .* kept per one (\S+) bytes$/gm)].map(
    ([, what, bytes]) => [what, Number(bytes) < BYTES_KEPT_MAX],
  );
  expect(kept, output).toEqual([
    ['heartbeats', true],
    ['events', true],
  ]);
});
