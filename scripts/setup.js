import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Prepares `npm start`, `npm test` and `npm run ops`: the packages of the lock file and the built web app. Plain
 * JavaScript, because any Node from 20 on must be able to run it before anything is installed.
 */

const NODE_MAJOR_MIN = 20;
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
 * on a machine of 24 GB, where the same work needs 270 under this limit and is just as fast.
 */
export const serverFlags = JSON.parse(readFileSync(inRoot('scripts', 'server-flags.json'), 'utf8'));

/** Sources of the web app. */
const WEB_SOURCES = ['web', 'contract', 'vite.config.ts', 'package-lock.json'];

/** With npm's defaults a dead network takes over a minute to fail. */
const RETRY_ONCE = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];

/** Ends the process with one sentence for the person at the keyboard. */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Installs the packages of the lock file, unless exactly these are installed. */
export async function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
    fail(`Node ${NODE_MAJOR_MIN} or later is needed; this is ${process.version}.`);
  }
  const stamp = inRoot('node_modules', '.installed');
  const wanted = hashOf(readFileSync(inRoot('package-lock.json')));
  if (existsSync(pinnedNode) && readIfThere(stamp) === wanted) return;

  const done = progress('Installing packages (the first time takes about a minute)');
  const [command, ...first] = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  const args = [...first, 'ci', '--no-audit', '--no-fund', ...RETRY_ONCE];
  const { code, output } = await capture(command, args);
  done(code === 0);
  if (code !== 0) fail(explainInstall(output));
  writeFileSync(stamp, wanted);
}

/** Builds the web app, unless its sources are unchanged since the last build. */
export async function ensureBuilt() {
  const stamp = inRoot('.build', 'web.stamp');
  const wanted = hashOf(
    ...WEB_SOURCES.flatMap(filesOf)
      .sort()
      .flatMap((file) => [file, readFileSync(inRoot(file))]),
  );
  if (readIfThere(stamp) === wanted) return;

  const done = progress('Building the web app');
  const { code, output } = await capture(pinnedNode, [inRoot('node_modules/vite/bin/vite.js'), 'build']);
  done(code === 0);
  if (code !== 0) fail(`The web app could not be built:\n${output}`);
  mkdirSync(inRoot('.build'), { recursive: true });
  writeFileSync(stamp, wanted);
}

/**
 * Runs a script under the pinned Node in this terminal and returns its exit code. Signals are passed on, and the
 * closed channel tells the script when this process dies.
 */
export function runPinned(args) {
  const child = spawn(pinnedNode, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
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

function parentOf(pid) {
  try {
    // The fields after the name, which is in parentheses and may contain anything: proc_pid_stat(5).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
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

function explainInstall(output) {
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
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
