import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { WAIT } from '#testing/patience.ts';
import { WAITING_CHARS_MAX } from './log-output.ts';

const root = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'pocketful-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A process whose log is a pipe that is read when told, or a file. It says on its other output what it has done. */
function logger(script: string, stdout: 'pipe' | number = 'pipe') {
  const code = `import { createLog } from '#server/log.ts'; const log = createLog('info'); ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    stdio: ['ignore', stdout, 'pipe'],
  });
  let read = '';
  let said = '';
  child.stdout?.pause().on('data', (chunk) => {
    read += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
  // biome-ignore lint/suspicious/noExplicitAny: lines of many shapes
  const parse = (text: string): any[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  return {
    child,
    read: () => void child.stdout?.resume(),
    lines: () => parse(read),
    linesOf: (file: string) => parse(readFileSync(file, 'utf8')),
    said: () => said,
    exited: once(child, 'exit'),
    ended: once(child, 'close'),
  };
}

/** More than a pipe holds. */
const COUNT = 3_000;
const MANY = `for (let n = 0; n < ${COUNT}; n += 1) log.info({ n }, 'a line of the log that is not short');`;
const numbers = Array.from({ length: COUNT }, (_, n) => n);

test.each([
  ['throws', "throw new Error('crash')", 1],
  ['rejects', "Promise.reject(new Error('crash'))", 1],
  ['exits', 'process.exit(3)', 3],
  ['ends', '', 0],
])('a process that %s has written every line, in their order', async (_, end, code) => {
  const process = logger(`${MANY} ${end}`);
  process.read();
  expect(await process.exited).toEqual([code, null]);
  await process.ended;
  expect(process.lines().map(({ n }) => n)).toEqual(numbers);
});

test('a file gets every line of a crash', async () => {
  const file = path.join(folder, 'log');
  const process = logger(`${MANY} throw new Error('crash')`, openSync(file, 'w'));
  await process.exited;
  expect(process.linesOf(file).map(({ n }) => n)).toEqual(numbers);
});

test('a line is written without another one after it, and a warning before the process goes on', async () => {
  const quiet = logger(`log.info('alone'); setInterval(() => {}, 1e6);`);
  quiet.read();
  await expect.poll(() => quiet.lines(), WAIT).toMatchObject([{ msg: 'alone' }]);
  quiet.child.kill('SIGKILL');

  const killed = logger(`log.info('before'); log.warn('last words'); process.kill(process.pid, 'SIGKILL');`);
  killed.read();
  await killed.ended;
  expect(killed.lines().map(({ msg }) => msg)).toEqual(['before', 'last words']);
});

/** Logs as much as fits several times, in small steps, and goes on with its work meanwhile. */
const UNREAD = `
  let logged = 0;
  const text = 'x'.repeat(1_000);
  const step = () => {
    for (let n = 0; n < 1_000; n += 1) log.info({ n: logged++, text }, 'unread');
    if (logged < 40_000) return setImmediate(step);
    process.stderr.write('done');
  };
  step();
  setInterval(() => {}, 1e6);`;

test('a log that nobody reads costs bounded memory and no wait, and tells how many lines were dropped', async () => {
  const unread = logger(`${UNREAD}
    import { register } from '@prometheus-io/client';
    process.on('SIGUSR2', async () =>
      process.stderr.write((await register.getSingleMetricAsString('log_lines_dropped_total')) + ' end'));`);
  await expect.poll(() => unread.said(), WAIT).toBe('done');
  // The metric tells it while nobody reads.
  unread.child.kill('SIGUSR2');
  await expect.poll(() => unread.said(), WAIT).toContain(' end');
  const counted = Number(/log_lines_dropped_total (\d+)/.exec(unread.said())?.[1]);
  expect(counted).toBeGreaterThan(0);
  unread.read();
  await expect.poll(() => unread.lines().at(-1)?.msg, WAIT).toContain('dropped');
  const lines = unread.lines();
  const kept = lines.filter(({ msg }) => msg === 'unread').length;
  expect(kept * 1_000).toBeLessThan(2 * WAITING_CHARS_MAX);
  expect(kept + lines.at(-1).lines).toBe(40_000);
  expect(lines.at(-1).lines).toBe(counted);
  unread.child.kill('SIGKILL');
});

test('a log that nobody reads does not keep the process from ending', async () => {
  const unread = logger(`${UNREAD} process.on('SIGTERM', () => process.exit(0));`);
  await expect.poll(() => unread.said(), WAIT).toBe('done');
  unread.child.kill('SIGTERM');
  expect(await unread.exited).toEqual([0, null]);
});

test('secrets do not reach the log, within objects and lists neither, and an error says only what is listed', async () => {
  const process = logger(`
    log.info({ password: 'hidden', path: '/' }, 'shown');
    log.info({ body: { token: 'hidden', more: [{ secret: 'hidden' }] } });
    log.info({ headers: { cookie: 'hidden' }, err: Object.assign(new Error('fault'), { code: 'E1', client: { password: 'hidden' } }) });
    const kept = { body: { token: 'kept' } };
    log.info(kept);
    log.info({ text: kept.body['token'] });`);
  process.read();
  await process.ended;
  const lines = process.lines();
  expect(JSON.stringify(lines)).not.toContain('hidden');
  expect(lines[0]).toMatchObject({ level: 30, path: '/', password: '[redacted]', msg: 'shown' });
  expect(lines[2].err).toMatchObject({ name: 'Error', message: 'fault', errorCode: 'E1' });
  expect(lines[2].err).not.toHaveProperty('client');
  expect(lines[4]).toMatchObject({ text: 'kept' });
});
