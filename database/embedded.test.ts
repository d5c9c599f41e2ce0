import { execFile, spawn } from 'node:child_process';
import { access, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { send, signalCluster } from '#testing/cluster.ts';
import { WAIT } from '#testing/patience.ts';
import { temporaryFolder } from '#testing/process.ts';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';
import { folderIn } from './folder-in.ts';
import { tryDatabase } from './reach.ts';

const folder = await temporaryFolder();
afterAll(() => folder.remove());

/** Takes a port of the loopback, as another program may between the moment it was found free and the start, and is silent there. */
async function takePort(): Promise<{ port: string; free: () => Promise<void> }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = String(typeof address === 'object' && address ? address.port : 0);
  const free = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { port, free };
}

/** Ends a use. On a busy machine the cluster may not say in time whether others use it: the next to come and go asks again. */
async function end(dataDir: string, cluster: EmbeddedDatabase | undefined): Promise<void> {
  await cluster?.stop().catch(async (error: Error) => {
    expect(error.message).toContain('does not say whether others use it, and is left running');
    await end(dataDir, await startEmbedded(dataDir));
  });
}

/** What PostgreSQL has written in the data folder so far. */
async function written(dataDir: string): Promise<string> {
  const [log] = (await readdir(dataDir)).filter((name) => name.endsWith('.log'));
  return log ? readFile(path.join(dataDir, log), 'utf8') : '';
}

test('a cluster whose port is taken says what PostgreSQL said, and does not wait for it', async () => {
  const { port, free } = await takePort();
  await expect(startEmbedded(path.join(folder.path, 'taken'), { port })).rejects.toThrow(
    /ended at its start:[\s\S]*could not create any TCP\/IP sockets/,
  );
  await free();
});

test('a cluster whose port was taken for a moment starts at another try', async () => {
  const dataDir = path.join(folder.path, 'moment');
  const { port, free } = await takePort();
  const starting = startEmbedded(dataDir, { port });
  while (!(await written(dataDir).catch(() => '')).includes('could not bind')) await sleep(5);
  await free();
  const cluster = await starting;
  expect(cluster.url).toContain(`:${port}/`);
  await end(dataDir, cluster);
});

describe('processes that use the cluster of a folder', () => {
  test('may start it at the same moment, also the first time, and the last one stops it', async () => {
    const dataDir = path.join(folder.path, 'together');
    const [first, second, third] = await Promise.all(Array.from({ length: 3 }, () => startEmbedded(dataDir)));
    expect([second?.url, third?.url]).toEqual([first?.url, first?.url]);
    const url = first?.url ?? '';
    await end(dataDir, first);
    await end(dataDir, third);
    await expect.poll(() => tryDatabase(url, 'write'), WAIT).toBeUndefined();
    await end(dataDir, second);
    expect((await tryDatabase(url, 'read'))?.message).toContain('refuses connections');
    const left = (await readdir(dataDir)).filter((name) => !name.endsWith('.log'));
    expect(left.toSorted()).toEqual(['database', 'database.password']);
  });

  test('keep it when others that came during its start stop first', async () => {
    const dataDir = path.join(folder.path, 'during');
    await end(dataDir, await startEmbedded(dataDir));
    for (let round = 0; round < 3; round++) {
      const starting = startEmbedded(dataDir);
      await vi.waitFor(() => access(path.join(dataDir, 'database', 'postmaster.pid')), {
        ...WAIT,
        interval: 1,
      });
      const passing = [startEmbedded(dataDir), startEmbedded(dataDir)];
      for (const other of passing) await end(dataDir, await other);
      const first = await starting;
      await expect.poll(() => tryDatabase(first.url, 'write'), WAIT).toBeUndefined();
      await end(dataDir, first);
    }
  });

  test('keep it after a crash that ended every session of it, and hear when it has ended', async () => {
    const dataDir = path.join(folder.path, 'crash');
    const first = await startEmbedded(dataDir);
    let lost = false;
    void first.lost.then(() => {
      lost = true;
    });
    const [session] = await usersOf(first.url);
    process.kill(session ?? 0, 'SIGKILL');
    const others = async () => (await usersOf(first.url)).filter((pid) => pid !== session);
    await expect.poll(() => others().catch(() => []), WAIT).toHaveLength(1);
    await end(dataDir, await startEmbedded(dataDir));
    await expect.poll(() => tryDatabase(first.url, 'write'), WAIT).toBeUndefined();
    expect(lost).toBe(false);

    await signalCluster(dataDir, 'SIGKILL');
    await first.lost;
    await first.stop();
    await end(dataDir, await startEmbedded(dataDir));
  });

  test('keep it when another one ends while the cluster recovers from a crash', async () => {
    const dataDir = path.join(folder.path, 'recovers');
    const [first, second] = [await startEmbedded(dataDir), await startEmbedded(dataDir)];
    let lost = false;
    void first.lost.then(() => {
      lost = true;
    });
    // The server ends the others as soon as it has noticed the first.
    send(await usersOf(first.url), 'SIGKILL');
    // On a busy machine it may recover for longer than a stop waits for its word.
    await second.stop().catch((error: Error) => expect(error.message).toContain('is left running'));
    await expect.poll(() => tryDatabase(first.url, 'write'), WAIT).toBeUndefined();
    expect(lost).toBe(false);
    await expect.poll(() => usersOf(first.url), WAIT).toHaveLength(1);
    await end(dataDir, first);
    expect((await tryDatabase(first.url, 'read'))?.message).toContain('refuses connections');
  });

  test.runIf(process.getuid?.() === 0)(
    'share it from the first moment on where its own user cannot enter the folder',
    async () => {
      const dataDir = path.join(folder.path, 'closed');
      await mkdir(dataDir, { mode: 0o700 });
      const started = await Promise.all(Array.from({ length: 3 }, () => startEmbedded(dataDir)));
      expect(new Set(started.map(({ url }) => url)).size).toBe(1);
      for (const cluster of started) await end(dataDir, cluster);
      const cluster = await realpath(path.join(dataDir, 'database'));
      await rm(cluster, { recursive: true });
      await rm(`${cluster}.log`);
      await expect(startEmbedded(dataDir)).rejects.toThrow(/^The folder of the database is gone: .+ link to/);
    },
  );
});

test.each(['the user of the database', 'another user'])(
  'a cluster starts although the id that a killed one left is a program of %s by now',
  async (whose) => {
    const dataDir = path.join(folder.path, whose);
    const before = await startEmbedded(dataDir);
    await signalCluster(dataDir, 'SIGKILL');
    await before.lost;
    const cluster = path.join(dataDir, 'database');
    const { uid, gid } = await stat(cluster);
    const sleeper = spawn('sleep', ['600'], {
      stdio: 'ignore',
      ...(whose === 'another user' ? {} : { uid, gid }),
    });
    const file = path.join(cluster, 'postmaster.pid');
    const [, ...others] = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, [sleeper.pid, ...others].join('\n'));
    await end(dataDir, await startEmbedded(dataDir));
    expect(sleeper.exitCode).toBeNull();
    sleeper.kill();
  },
);

describe.runIf(process.getuid?.() === 0)('a root whose files are closed to all others', () => {
  /** Runs a script of Node so that what it makes is closed to other users. */
  const runClosed = (script: string, ...args: string[]) =>
    promisify(execFile)(
      'sh',
      ['-c', 'umask 077; exec "$0" --input-type=module -e "$@"', process.execPath, script, ...args],
      { env: { PATH: process.env.PATH, TMPDIR: args[0] } },
    );

  test('starts a cluster, also with a folder for temporary files that only root enters', async () => {
    const dataDir = path.join(folder.path, 'umask');
    // On a busy machine it may be left running, to be ended by the next.
    const start = `const { startEmbedded } = await import('#database/embedded.ts');
      const end = async () => (await startEmbedded(process.argv[1])).stop().catch((error) => {
        if (!error.message.includes('is left running')) throw error;
        return end();
      });
      await end();`;
    await mkdir(dataDir, { mode: 0o700 });
    await runClosed(start, dataDir);
    const cluster = await realpath(path.join(dataDir, 'database'));
    expect(path.dirname(cluster)).toBe('/var/lib/pocketful-embedded');
    await rm(cluster, { recursive: true });
    await rm(`${cluster}.log`);
  });

  test('copies programs that every user may run', async () => {
    const native = path.join(folder.path, 'closed-package', 'native');
    await mkdir(path.join(native, 'bin'), { recursive: true, mode: 0o700 });
    await writeFile(path.join(native, '../package.json'), '{ "version": "1" }');
    await writeFile(path.join(native, 'bin', 'initdb'), '#!/bin/sh\ncat "$(dirname "$0")/../share"\n', {
      mode: 0o700,
    });
    await writeFile(path.join(native, 'share'), 'was read', { mode: 0o600 });
    const copy = `const { copyBinaries } = await import('#database/embedded-home.ts'); console.log(await copyBinaries(process.argv[1], process.argv[2]));`;
    const { stdout } = await runClosed(copy, native, path.join(folder.path, 'home'));
    const anybody = { uid: 65_534, gid: 65_534 };
    const ran = await promisify(execFile)(path.join(stdout.trim(), 'bin', 'initdb'), anybody);
    expect(ran.stdout).toBe('was read');
  });
});

test.each([
  ['postgres -D /srv/a site/database -p 5432 -c shared_buffers=128MB', '/srv/a site/database'],
  ['/opt/postgres -D /srv/database\n', '/srv/database'],
  ['/usr/bin/sleep 600', '/'],
])('the folder of a process is read from a line of ps: %s', (line, named) => {
  expect(folderIn(line)).toBe(named);
});

/** The processes of the cluster that hold its use. */
async function usersOf(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'pocketful cluster'`,
  );
  await client.end();
  return rows.map(({ pid }) => pid);
}

test('a start whose disk is full leaves nothing that makes the next one fail', async () => {
  const dataDir = path.join(folder.path, 'full');
  await mkdir(dataDir);
  const start = `const { startEmbedded } = await import('#database/embedded.ts'); await (await startEmbedded(process.argv[1])).stop();`;
  const limited = 'ulimit -f 0; exec "$0" --input-type=module -e "$1" "$2"';
  const { PATH } = process.env;
  const started = promisify(execFile)('sh', ['-c', limited, process.execPath, start, dataDir], {
    env: { PATH },
  });
  await expect(started).rejects.toThrow();
  const cluster = await startEmbedded(dataDir);
  await end(dataDir, cluster);
});
