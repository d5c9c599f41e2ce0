import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, readdir, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import {
  freePort,
  launchProcess,
  runOps,
  startProcess,
  temporaryFolder,
  untilReady,
} from '#testing/process.ts';

/** Starting and stopping the real process with its embedded database. */

const folders: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(folders.map((remove) => remove())));
async function dataFolder(): Promise<string> {
  const folder = await temporaryFolder();
  folders.push(folder.remove);
  return folder.path;
}
const runsIn = (dataDir: string) => existsSync(`${dataDir}/database/postmaster.pid`);

/** Runs the server as `npm start` does. */
const STARTER = `import { entryOf, runPinned, serverFlags } from './scripts/setup.js';
process.exitCode = await runPinned([...serverFlags, entryOf('server/main.ts')]);`;

describe('the server', () => {
  test('starts on an empty folder, stops on SIGTERM with its database, and starts again with its data', async () => {
    const dataDir = await dataFolder();
    const first = await startProcess(dataDir);
    expect(await first.end('SIGTERM')).toBe(0);
    await expect(fetch(`${first.url}/healthz`)).rejects.toThrow();
    const second = await startProcess(dataDir);
    expect(await second.end('SIGINT')).toBe(0);
  });

  test('recovers after kill -9, adopts the database that still runs, and stops it at the end', async () => {
    const dataDir = await dataFolder();
    const first = await startProcess(dataDir);
    await first.end('SIGKILL');
    const second = await startProcess(dataDir);
    expect((await runOps(['audit'], { DATA_DIR: dataDir })).code).toBe(0);
    expect(await second.end()).toBe(0);
    const third = await startProcess(dataDir);
    expect(await third.end()).toBe(0);
  });

  test('works in a folder that the database user cannot enter', async () => {
    const dataDir = await dataFolder();
    await chmod(dataDir, 0o700);
    const server = await startProcess(`${dataDir}/inner`);
    expect(await server.end()).toBe(0);
    const cluster = await realpath(`${dataDir}/inner/database`);
    await rm(cluster, { recursive: true });
    await rm(`${cluster}.log`);
  });

  test('in development answers this machine alone, and prints a command that works on its database', async () => {
    const dataDir = `${await dataFolder()}/a site's data`;
    const server = await startProcess(dataDir, { STAFF_DAILY_POINT: '1' });
    expect(server.output()).toContain(
      'STAFF_DAILY_POINT: is no setting; the nearest is STAFF_DAILY_POINTS\n',
    );
    expect((await fetch(`${server.url}/dev/mail`)).status).toBe(200);
    for (const address of otherAddresses())
      await expect(fetch(`http://${address}:${server.port}/dev/mail`), address).rejects.toThrow();

    const [, command = ''] = /Become an admin +(.+)/.exec(server.output()) ?? [];
    expect(command).toMatch(/^DATA_DIR='.+' npm run ops -- admin grant <your email>$/);
    const printed = command
      .replace('npm run ops --', `${process.execPath} server/ops/main.ts`)
      .replace('<your email>', 'nobody@example.com');
    const { PATH, HOME } = process.env;
    const ended = promisify(execFile)('sh', ['-c', printed], { env: { PATH, HOME } });
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stdout: 'No member has the address nobody@example.com.\n',
      stderr: `Database: the embedded one in ${dataDir}\n`,
    });
    expect(await server.end()).toBe(0);
  });

  test('says in one sentence that its port is taken', async () => {
    const port = await freePort();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    const failed = await startProcess(await dataFolder(), { PORT: String(port) }).catch(
      (error: Error) => error.message,
    );
    other.close();
    expect(failed).toContain(`Port ${port} is in use by another program`);
    expect(failed).not.toContain('    at ');
  });

  test('that is started twice at the same moment serves once, and the other one leaves its database', async () => {
    const dataDir = await dataFolder();
    const environment = { PORT: String(await freePort()) };
    const both = await Promise.all([
      launchProcess(dataDir, environment),
      launchProcess(dataDir, environment),
    ]);
    const refused = await Promise.race(both.map((server) => server.exited.then(() => server)));
    expect(await refused.exited).toBe(1);
    expect(refused.output()).toContain('is in use by another program');
    for (const server of both.filter((one) => one !== refused)) {
      await untilReady(server);
      expect((await runOps(['audit'], { DATA_DIR: dataDir })).code).toBe(0);
      expect(await server.end()).toBe(0);
    }
    expect(runsIn(dataDir)).toBe(false);
  });

  test('stops with its database when the terminal of `npm start` is closed', async () => {
    const [dataDir, port] = [await dataFolder(), await freePort()];
    const { PATH, HOME, TMPDIR } = process.env;
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', STARTER], {
      env: { PATH, HOME, TMPDIR, DATA_DIR: dataDir, PORT: String(port) },
      stdio: 'ignore',
      // A process group of its own, as a terminal gives to a command.
      detached: true,
    });
    const exited = new Promise<number | null>((resolve) => starter.on('exit', resolve));
    await untilReady({ url: `http://localhost:${port}`, exited, output: () => '' });
    expect(runsIn(dataDir)).toBe(true);
    process.kill(-Number(starter.pid), 'SIGHUP');
    expect(await exited).toBe(0);
    expect(runsIn(dataDir)).toBe(false);
  });

  test('says in one sentence that its data folder cannot be written', async () => {
    // A file in place of the folder refuses root as well as anyone else.
    const failed = await startProcess('/dev/null/data').catch((error: Error) => error.message);
    expect(failed).toContain('The data folder cannot be written');
    expect(failed).not.toContain('    at ');
  });

  test.runIf(process.getuid?.() === 0)(
    'names the file of another fault, and not the data folder',
    async () => {
      // No program can be found, so none that tells or makes the user of the database.
      const failed = await startProcess(await dataFolder(), { PATH: '/dev/null' }).catch(
        (error: Error) => error.message,
      );
      expect(failed).toContain('spawnSync useradd ENOTDIR.\n');
      expect(failed).not.toMatch(/The data folder| {4}at /);
    },
  );

  test('lists every fault of its settings at once', async () => {
    const failed = await startProcess(await dataFolder(), {
      APP_ENV: 'production',
      PORT: '3000',
      REWARD_WORDING: 'x',
    }).catch((error: Error) => error.message);
    expect(failed).toContain('REWARD_WORDING');
    const production = await startProcess(await dataFolder(), {
      APP_ENV: 'production',
      APP_SECRET: 'short',
    }).catch((error: Error) => error.message);
    for (const name of ['APP_URL', 'APP_SECRET', 'DATABASE_URL', 'SMTP_URL', 'PASSWORD_MIN_LENGTH'])
      expect(production).toContain(name);
    expect(production).not.toContain('short');
  });
});

/** The IPv4 addresses at which other machines reach this one. */
const otherAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);

describe('ops', () => {
  test('works without a running server, and refuses an unknown command and an unknown member', async () => {
    const environment = { DATA_DIR: await dataFolder() };
    const empty = await runOps(['audit'], environment);
    expect([empty.code, empty.output]).toEqual([1, expect.stringContaining('There is no database in')]);
    // Asking makes none.
    expect(await readdir(environment.DATA_DIR)).toEqual([]);
    for (const command of ['migrate', 'audit']) {
      const { code, output } = await runOps([command], environment);
      expect(code, output).toBe(0);
    }
    expect((await runOps(['admin', 'grant', 'nobody@example.com'], environment)).code).toBe(1);
    expect((await runOps(['nonsense'], environment)).code).toBe(2);
  });

  test('that are stopped by Ctrl-C stop their database', async () => {
    const dataDir = await dataFolder();
    const embedded = await startEmbedded(dataDir);
    await migrate(embedded.url);
    const holder = new pg.Client({ connectionString: embedded.url });
    // It ends with the database.
    holder.on('error', () => {});
    await holder.connect();
    await holder.query('begin; lock table ledger_transfers in access exclusive mode');
    const audit = await launchProcess(dataDir, {}, ['server/ops/main.ts', 'audit']);
    const waiting = () => holder.query('select from pg_locks where not granted');
    await expect.poll(waiting).toMatchObject({ rowCount: 1 });
    await embedded.stop();
    expect(runsIn(dataDir)).toBe(true);
    expect(await audit.end('SIGINT')).toBe(1);
    expect(runsIn(dataDir)).toBe(false);
  });
});
