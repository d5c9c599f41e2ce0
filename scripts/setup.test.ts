import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { WAIT } from '#testing/patience.ts';

/** The scripts that start things, in a project whose npm only notes that it was called. */

const scripts = import.meta.dirname;
const home = mkdtempSync(path.join(tmpdir(), 'pocketful-scripts-'));
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(home, { recursive: true });
});

/**
 * Notes its call and, if the file `wait` is there, waits until it is gone. Like npm under settings that leave out packages of
 * development and scripts it installs no Node unless it is told otherwise, and none if the file `without-node` is there; the
 * file `other-node` in place of this one.
 */
const NPM = `
import { appendFileSync, existsSync, renameSync, rmSync } from 'node:fs';
const [command, ...options] = process.argv.slice(2);
appendFileSync('npm-calls', command + '\\n');
const node = 'node_modules/node/bin/node';
const whole = ['--include=dev', '--ignore-scripts=false'].every((option) => options.includes(option));
if (!whole || existsSync('without-node')) rmSync(node, { force: true });
if (existsSync('other-node')) renameSync('other-node', node);
const done = () => existsSync('wait') ? setTimeout(done, 20) : undefined;
done();
`;
const SERVER = `
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
console.log('ready');
`;
/** Stays until it is told to end: the end of one part ends all. */
const STAND_IN = `${SERVER}\nsetInterval(() => {}, 60_000);`;
const OPS = 'console.log(["ops", ...process.argv.slice(2)].join(" ")); process.exitCode = 3;';
/** Says which form of the server it is. */
const says = (what: string, code: string) => `console.log('${what}');\n${code}`;
/** Empties the folder of the server, and then fails if the file `no-space` is there. */
const VITE = `
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
if (process.argv.includes('vite.server.config.ts')) {
  rmSync('.build/server', { recursive: true, force: true });
  if (existsSync('no-space')) process.exit(1);
  mkdirSync('.build/server', { recursive: true });
  writeFileSync('.build/server/main.js', ${JSON.stringify(says('built', SERVER))});
  writeFileSync('.build/server/ops.js', ${JSON.stringify(says('built', OPS))});
}
if (process.env.API_URL) console.log('calls', process.env.API_URL);
`;
const files: Record<string, string> = {
  'package.json': '{ "type": "module" }',
  'package-lock.json': 'first',
  'npm.js': NPM,
  'server/main.ts': SERVER,
  'server/ops/main.ts': OPS,
  'node_modules/vite/bin/vite.js': VITE,
  'testing/payouts/tremendous.ts': STAND_IN,
  'testing/payouts/stripe.ts': STAND_IN,
};
let root = '';
const inRoot = (...parts: string[]) => path.join(root, ...parts);
const npmCalls = () => (existsSync(inRoot('npm-calls')) ? readFileSync(inRoot('npm-calls'), 'utf8') : '');

beforeEach(() => {
  root = mkdtempSync(path.join(home, 'project-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(inRoot(file)), { recursive: true });
    writeFileSync(inRoot(file), text);
  }
  for (const file of ['setup.js', 'ops.js', 'start.js', 'dev.js', 'server-flags.json'])
    cpSync(path.join(scripts, file), inRoot('scripts', file));
  mkdirSync(inRoot('node_modules/node/bin'), { recursive: true });
  symlinkSync(process.execPath, inRoot('node_modules/node/bin/node'));
  writeFileSync(inRoot('node_modules/.installed'), createHash('sha256').update('first').digest('hex'));
});

function run(script: string, ...args: string[]) {
  const child = spawn(process.execPath, [inRoot('scripts', script), ...args], {
    env: { PATH: process.env.PATH, npm_execpath: inRoot('npm.js') },
    stdio: 'pipe',
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code, output });
    });
  });
  const says = (text: string) => vi.waitFor(() => expect(output).toContain(text), WAIT);
  return { child, ended, says };
}
const ops = (...args: string[]) => run('ops.js', ...args).ended;

describe('a command of the operator', () => {
  test('runs with the packages that are there, and returns its exit code', async () => {
    expect(await ops('audit', 'x')).toEqual({ code: 3, output: 'ops audit x\n' });
    rmSync(inRoot('node_modules/.installed'));
    expect(await ops('audit')).toEqual({ code: 3, output: 'ops audit\n' });
    // After `npm prune --omit=dev`.
    rmSync(inRoot('node_modules/node'), { recursive: true });
    expect(await ops('audit')).toEqual({ code: 3, output: 'ops audit\n' });
    expect(npmCalls()).toBe('');
  });

  test('installs nothing when the lock file has changed or nothing is installed, and says what to do', async () => {
    writeFileSync(inRoot('package-lock.json'), 'second');
    expect(await ops('audit')).toEqual({
      code: 1,
      output: expect.stringMatching(/^package-lock.json has changed.+\n$/),
    });
    rmSync(inRoot('node_modules'), { recursive: true });
    expect(await ops('audit')).toEqual({
      code: 1,
      output: expect.stringMatching(/^Nothing is installed here.+\n$/),
    });
    expect(npmCalls()).toBe('');
  });
});

describe('npm start', () => {
  test("runs the server as it is built, and so do the operator's commands until its sources change", async () => {
    expect((await ops('audit')).output).toBe('ops audit\n');
    const server = run('start.js');
    await server.says('built\nready');
    expect((await ops('audit')).output).toBe('built\nops audit\n');
    writeFileSync(inRoot('server/main.ts'), says('changed', SERVER));
    expect((await ops('audit')).output).toBe('ops audit\n');
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  });

  test('builds the server again after a build that failed, also of the sources of before', async () => {
    const start = async () => {
      const server = run('start.js');
      await server.says('built\nready');
      server.child.kill('SIGTERM');
      await server.ended;
    };
    await start();
    const before = readFileSync(inRoot('server/main.ts'), 'utf8');
    writeFileSync(inRoot('server/main.ts'), says('changed', SERVER));
    writeFileSync(inRoot('no-space'), '');
    expect((await run('start.js').ended).output).toContain('The server could not be built');
    rmSync(inRoot('no-space'));
    writeFileSync(inRoot('server/main.ts'), before);
    await start();
  });

  test('installs nothing under a running server, and does after its end', async () => {
    const first = run('start.js');
    await first.says('ready');
    writeFileSync(inRoot('package-lock.json'), 'second');
    const second = await run('start.js').ended;
    expect(second).toEqual({
      code: 1,
      output: `Packages must be installed, but process ${first.child.pid} runs from this folder: stop it and start again.\n`,
    });
    expect(npmCalls()).toBe('');
    first.child.kill('SIGTERM');
    expect((await first.ended).code).toBe(0);

    const third = run('start.js');
    await third.says('ready');
    expect(npmCalls()).toBe('ci\n');
    third.child.kill('SIGTERM');
    expect((await third.ended).code).toBe(0);
  });

  test.each([
    ['without-node', '', /^npm has installed the packages without Node 26.+start again\.$/m],
    [
      'other-node',
      "#!/bin/sh\necho 'libatomic.so.1: cannot open shared object file'; exit 127\n",
      /^Node 26, which .+ does not run here.+\blibatomic1\b.+\bglibc\b.+\nlibatomic\.so\.1: cannot open/m,
    ],
  ])(
    'says why the Node of the packages cannot be used (%s), and installs again',
    async (file, text, says) => {
      writeFileSync(inRoot('package-lock.json'), 'second');
      writeFileSync(inRoot(file), text, { mode: 0o755 });
      const first = await run('start.js').ended;
      expect([first.code, first.output]).toEqual([1, expect.stringMatching(says)]);

      rmSync(inRoot(file), { force: true });
      rmSync(inRoot('node_modules/node/bin/node'), { force: true });
      symlinkSync(process.execPath, inRoot('node_modules/node/bin/node'));
      const second = run('start.js');
      await second.says('ready');
      expect(npmCalls()).toBe('ci\nci\n');
      second.child.kill('SIGTERM');
      expect((await second.ended).code).toBe(0);
    },
  );

  test('names the library that is missing when the scripts of the packages end for want of it', async () => {
    writeFileSync(inRoot('package-lock.json'), 'second');
    writeFileSync(inRoot('npm.js'), "console.log('npm error node: not found'); process.exit(127);");
    const { code, output } = await run('start.js').ended;
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^Node 26, which .+ does not run here.+libatomic1/m),
    ]);
  });

  test('of two that would install at the same moment, one does', async () => {
    writeFileSync(inRoot('package-lock.json'), 'second');
    writeFileSync(inRoot('wait'), '');
    const first = run('start.js');
    await vi.waitFor(() => expect(npmCalls()).toBe('ci\n'), WAIT);
    const second = await run('start.js').ended;
    expect(second).toEqual({
      code: 1,
      output: `Process ${first.child.pid} installs the packages: start again when it is done.\n`,
    });
    rmSync(inRoot('wait'));
    await first.says('ready');
    expect(npmCalls()).toBe('ci\n');
    first.child.kill('SIGTERM');
    await first.ended;
  });

  test('is not kept from installing by processes that were killed', async () => {
    const first = run('start.js');
    await first.says('ready');
    first.child.kill('SIGKILL');
    await first.ended;
    writeFileSync(inRoot('package-lock.json'), 'second');
    writeFileSync(inRoot('.build/installing'), `${first.child.pid} 1`);
    const second = run('start.js');
    await second.says('ready');
    expect(npmCalls()).toBe('ci\n');
    second.child.kill('SIGTERM');
    await second.ended;
  });
});

describe('npm run dev', () => {
  test('has the screens call the server at the port of the settings', async () => {
    writeFileSync(inRoot('.env'), 'PORT="4321" # of this machine\n');
    expect((await run('dev.js').ended).output).toContain('web        | calls http://localhost:4321\n');
  });
});
