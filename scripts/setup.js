import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Prepares `npm start`, `npm test` and `npm run ops`: the packages of the lock file, the built web app and the
 * built server. Plain JavaScript, because any Node from 20 on must be able to run it before anything is installed.
 *
 * Installing replaces `node_modules`, from which a running server still loads. So only what starts something installs,
 * and not while something that it started before is running, nor while another one installs.
 */

const NODE_MAJOR_MIN = 20;
/** The version that runs TypeScript as it is. */
const NODE_MAJOR_PINNED = 26;
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const inRoot = (...parts) => path.join(root, ...parts);

/** The pinned Node, which runs TypeScript directly. */
export const pinnedNode = inRoot(
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** The operator's settings, if the file exists. */
export const environmentFile = existsSync(inRoot('.env')) ? ['--env-file=.env'] : [];

/**
 * Flags of the server, which limit the heap. Without a limit V8 keeps garbage as long as there is memory: over 400 MB
 * on a machine of 24 GB, where the same work needs 270 under this limit and is just as fast. The space for what is new has its
 * full size at once: growing from one megabyte it is cleared so often that a start takes a sixth more processor time.
 */
export const serverFlags = JSON.parse(readFileSync(inRoot('scripts', 'server-flags.json'), 'utf8'));

/** What is built: its sources, and the arguments of Vite. */
export const PARTS = {
  web: {
    title: 'the web app',
    sources: ['web', 'contract', 'vite.config.ts', 'package-lock.json'],
    args: [],
  },
  server: {
    title: 'the server',
    sources: [
      'server',
      'contract',
      'database',
      'providers',
      'scripts/bundle.ts',
      'vite.server.config.ts',
      'package.json',
      'package-lock.json',
    ],
    args: ['--config', 'vite.server.config.ts'],
  },
};
/** The built form of what can be started. */
const BUILT = { 'server/main.ts': '.build/server/main.js', 'server/ops/main.ts': '.build/server/ops.js' };

/** Settings of npm may leave these out: without packages of development or without scripts there is no pinned Node. */
const WHOLE = ['--include=dev', '--include=optional', '--ignore-scripts=false'];
/** With npm's defaults a dead network takes over a minute to fail. */
const RETRY_ONCE = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];

/** Ends the process with one sentence for the person at the keyboard. */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const nodeMajor = Number(process.versions.node.split('.')[0]);
/** Hash of the lock file whose packages `npm start` or `npm test` installed; absent after an `npm ci` by hand. */
const stamp = inRoot('node_modules', '.installed');
const wantedPackages = () => hashOf(readFileSync(inRoot('package-lock.json')));

/** Ends the process with one sentence unless packages are installed, and not those of another lock file. */
export function requireInstalled() {
  if (!existsSync(inRoot('node_modules'))) fail('Nothing is installed here: run `npm ci` first.');
  if (existsSync(stamp) && readIfThere(stamp) !== wantedPackages())
    fail(
      'package-lock.json has changed since its packages were installed: stop the server and run `npm ci`.',
    );
  if (!existsSync(pinnedNode) && nodeMajor < NODE_MAJOR_PINNED)
    fail(`Node ${NODE_MAJOR_PINNED} or later is needed; this is ${process.version}.`);
  noteUse();
}

/**
 * Installs the packages of the lock file, unless exactly these are installed. Ends the process with one sentence if they
 * are in use or being installed.
 */
export async function ensureInstalled() {
  if (nodeMajor < NODE_MAJOR_MIN) {
    fail(`Node ${NODE_MAJOR_MIN} or later is needed; this is ${process.version}.`);
  }
  if (!existsSync(pinnedNode) || readIfThere(stamp) !== wantedPackages()) await install();
  noteUse();
}

async function install() {
  const user = readdirIfThere(uses)
    .map(Number)
    .find((pid) => isNoted(path.join(uses, String(pid)), pid));
  if (user)
    fail(`Packages must be installed, but process ${user} runs from this folder: stop it and start again.`);
  takeTurn();
  const done = progress('Installing packages (the first time takes about a minute)');
  const [command, ...first] = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  const args = [...first, 'ci', '--no-audit', '--no-fund', ...WHOLE, ...RETRY_ONCE];
  const { code, output } = await capture(command, args);
  const fault = code === 0 ? await faultOfNode() : explainInstall(output);
  done(!fault);
  if (fault) fail(fault);
  writeFileSync(stamp, wantedPackages());
}

/** One sentence if the pinned Node is missing or does not run here. */
async function faultOfNode() {
  if (!existsSync(pinnedNode))
    return `npm has installed the packages without Node ${NODE_MAJOR_PINNED}, which a script of one of them brings: let npm run the scripts that \`allowScripts\` in package.json names, and start again.`;
  const { code, output } = await capture(pinnedNode, ['--version']);
  return code === 0 ? undefined : nodeCannotRun(output);
}

/** Holds a file for each process that was started here, and uses the packages. */
const uses = inRoot('.build', 'in-use');
/** Written by the process that installs. */
const turn = inRoot('.build', 'installing');

/** Notes that this process uses the packages until it ends. */
function noteUse() {
  const file = path.join(uses, String(process.pid));
  try {
    mkdirSync(uses, { recursive: true });
    writeFileSync(file, note());
  } catch {
    // An operator who may not write here runs commands all the same.
    return;
  }
  process.on('exit', () => rmSync(file, { force: true }));
}

/** Of two processes that would install at the same moment one goes on; the other ends with one sentence. */
function takeTurn() {
  mkdirSync(path.dirname(turn), { recursive: true });
  try {
    writeFileSync(turn, note(), { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const pid = Number(readIfThere(turn)?.split(' ')[0]);
    if (isNoted(turn, pid)) fail(`Process ${pid} installs the packages: start again when it is done.`);
    writeFileSync(turn, note());
  }
  process.on('exit', () => rmSync(turn, { force: true }));
}

/** This process, and when it began where the system tells: a process that was killed leaves its file, and its id is used again. */
const note = () => noteOf(process.pid);
const noteOf = (pid) => `${pid} ${statOf(pid)[19] ?? ''}`;
const isNoted = (file, pid) => pid > 0 && isAlive(pid) && readIfThere(file) === noteOf(pid);

/** Builds the web app and the server, each unless its sources are unchanged since its last build. */
export async function ensureBuilt() {
  for (const name of Object.keys(PARTS)) await ensurePart(name);
}

/** Builds the server, unless its sources are unchanged since the last build. */
export const ensureServerBuilt = () => ensurePart('server');

async function ensurePart(name) {
  const wanted = sourcesOf(name);
  if (readIfThere(stampOf(name)) === wanted) return;

  // A build empties its folder, also one that fails.
  rmSync(stampOf(name), { force: true });
  const { title, args } = PARTS[name];
  const done = progress(`Building ${title}`);
  const command = [inRoot('node_modules/vite/bin/vite.js'), 'build', ...args];
  const { code, output } = await capture(pinnedNode, command);
  done(code === 0);
  if (code !== 0) fail(`${title[0].toUpperCase()}${title.slice(1)} could not be built:\n${output}`);
  mkdirSync(inRoot('.build'), { recursive: true });
  writeFileSync(stampOf(name), wanted);
}

/** The built form of `server/main.ts` or `server/ops/main.ts` if it is of the present sources, else that file, which starts slower. */
export const entryOf = (source) =>
  source in BUILT && readIfThere(stampOf('server')) === sourcesOf('server') ? BUILT[source] : source;

/** Holds the hash of the sources of the last build. */
const stampOf = (name) => inRoot('.build', `${name}.stamp`);
const sourcesOf = (name) =>
  hashOf(
    ...PARTS[name].sources
      .flatMap(filesOf)
      .filter((file) => !file.endsWith('.test.ts'))
      .sort()
      .flatMap((file) => [file, readFileSync(inRoot(file))]),
  );

/**
 * Runs a script under the pinned Node in this terminal and returns its exit code. Signals are passed on, and the
 * closed channel tells the script when this process dies.
 */
export function runPinned(args) {
  // An installation without development packages has no pinned Node; `requireInstalled` has checked this one.
  const node = existsSync(pinnedNode) ? pinnedNode : process.execPath;
  const child = spawn(node, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'));
  watchParent(child);
  return new Promise((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/** A killed npm cannot tell its script, so this checks whether npm, or the shell in between, is gone. */
function watchParent(child) {
  const watched = [process.ppid, parentOf(process.ppid)].filter((pid) => pid > 1);
  const timer = setInterval(() => {
    if (watched.every(isAlive)) return;
    clearInterval(timer);
    child.kill('SIGTERM');
  }, 1000);
  timer.unref();
}

const parentOf = (pid) => Number(statOf(pid)[1] ?? 0);

/** What Linux says of a process: the fields after its name, which is in parentheses and may contain anything: proc_pid_stat(5). */
function statOf(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`) ?? '';
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .trim()
    .split(' ');
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function capture(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

const nodeCannotRun = (output) =>
  `Node ${NODE_MAJOR_PINNED}, which is installed with the packages, does not run here. On Linux it needs libatomic (on Debian and Ubuntu: apt-get install libatomic1) and glibc 2.28 or later, so Alpine cannot run it.\n${output}`;

function explainInstall(output) {
  // The scripts of the other packages run under it.
  if (/libatomic|\bnode: (not found|cannot execute)/.test(output)) return nodeCannotRun(output);
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH/.test(output)) {
    return 'The npm registry cannot be reached: check the network (or the proxy settings of npm) and start again.';
  }
  if (/ENOSPC/.test(output)) return 'The disk is full: free about 1 GB and start again.';
  if (/EACCES|EPERM|EROFS/.test(output))
    return 'This folder cannot be written: use a clone that belongs to you.';
  return `npm ci failed:\n${output}`;
}

function progress(text) {
  const live = process.stdout.isTTY;
  process.stdout.write(`${text} ...${live ? '' : '\n'}`);
  const timer = live ? setInterval(() => process.stdout.write('.'), 2000) : undefined;
  return (succeeded) => {
    clearInterval(timer);
    if (live) process.stdout.write(succeeded ? ' done\n' : ' failed\n');
  };
}

function filesOf(entry) {
  const stat = statSync(inRoot(entry), { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [entry];
  return readdirSync(inRoot(entry)).flatMap((name) => filesOf(path.posix.join(entry, name)));
}

function hashOf(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'ENOTDIR'].includes(error.code)) return undefined;
    throw error;
  }
}

const readdirIfThere = (folder) => (existsSync(folder) ? readdirSync(folder) : []);
