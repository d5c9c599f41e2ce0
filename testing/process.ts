import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import SERVER_FLAGS from '#scripts/server-flags.json' with { type: 'json' };
import { entryOf } from '#scripts/setup.js';
import { START_MS_MAX } from './patience.ts';

const root = path.resolve(import.meta.dirname, '..');

/** A probe that a server does not answer within this is made again. */
const PROBE_MS_MAX = 10_000;
/** What a command says that did not reach its database. */
const NOT_REACHED = /^The database .+ (does not respond|closes connections)\.$/m;
/** What `untilReady` throws if a server has waited for its database in vain. */
const GAVE_UP = /^The server ended [\s\S]*(closes connections|does not respond)\./;

/** The real server as a process of its own, which can be killed. */
export interface ServerProcess {
  url: string;
  port: number;
  dataDir: string;
  pid: number;
  /** Its output so far. */
  output: () => string;
  /** Sends the signal and waits until the process is gone; returns its exit code (null after a kill). */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** Its exit code, when it is gone and `output` has all that it wrote. */
  exited: Promise<number | null>;
}

/** A folder for a server's data that the database's own user can read. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-data-'));
  await chmod(folder, 0o755);
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Starts the server, of this version or of the one in `folder`, and waits until it can serve. It gets only `environment`,
 * PATH, HOME and TMPDIR.
 */
export async function startProcess(
  dataDir: string,
  environment: Record<string, string> = {},
  folder = root,
): Promise<ServerProcess> {
  const start = async () => {
    const server = await launchProcess(dataDir, environment, undefined, folder);
    await untilReady(server);
    return server;
  };
  // On a busy machine a server may give up on the database while it starts; what watches over it starts it again.
  return start().catch((error: Error) => {
    if (!GAVE_UP.test(error.message)) throw error;
    return start();
  });
}

/** Starts a server as `startProcess` does, and does not wait. `args` are those of Node. */
export async function launchProcess(
  dataDir: string,
  environment: Record<string, string> = {},
  args: string[] | undefined = undefined,
  folder = root,
): Promise<ServerProcess> {
  const port = Number(environment.PORT ?? (await freePort()));
  const settings = { PORT: String(port), DATA_DIR: dataDir, ...environment };
  const { child, output } = spawnScript(
    args ?? [...SERVER_FLAGS, entryIn(folder, 'server/main.ts')],
    settings,
    folder,
  );
  const exited = exitOf(child, output);
  const url = `http://localhost:${port}`;
  return {
    url,
    port,
    dataDir,
    output,
    exited,
    pid: child.pid ?? 0,
    end: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
  };
}

/** Runs `npm run ops -- ...`, of this version or of the one in `folder`, and returns its exit code and output. */
export async function runOps(
  args: string[],
  environment: Record<string, string>,
  folder = root,
): Promise<{ code: number | null; output: string }> {
  const run = async () => {
    const { child, output } = spawnScript(
      [entryIn(folder, 'server/ops/main.ts'), ...args],
      environment,
      folder,
    );
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, output: output() };
  };
  const first = await run();
  // On a busy machine it may give up on the database before it has done anything.
  return first.code === 1 && NOT_REACHED.test(first.output) ? run() : first;
}

const built = new Map<string, string>();

/** The built form of this version's file where there is one: an operator runs it too, and it starts in half the time. */
function entryIn(folder: string, source: string): string {
  if (folder !== root) return source;
  const entry = built.get(source) ?? entryOf(source);
  built.set(source, entry);
  return entry;
}

/** Reading the same files again is half the cost of a start, and the tests start hundreds of processes. */
export const COMPILE_CACHE = path.join(root, '.build', 'compile-cache');

function spawnScript(
  args: string[],
  environment: Record<string, string>,
  cwd = root,
): { child: ChildProcess; output: () => string } {
  const { PATH, HOME, TMPDIR } = process.env;
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    stdio: 'pipe',
  });
  let text = '';
  const collect = (chunk: unknown) => {
    text += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return { child, output: () => text };
}

/**
 * The exit code of the child once all its output was read. What it started may live on and hold the pipes open, so their end
 * is not waited for: at the exit they hold all that it wrote, and a turn of the loop reads what they hold.
 */
async function exitOf(child: ChildProcess, output: () => string): Promise<number | null> {
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  let known: string | undefined;
  while (known !== output()) {
    known = output();
    // The first turn may have no look at the pipes in it.
    await turn();
    await turn();
  }
  return code;
}

/** Waits until the server can serve. Throws with its output if it ends before, or takes too long. */
export async function untilReady({
  url,
  exited,
  output,
}: Pick<ServerProcess, 'url' | 'exited' | 'output'>): Promise<void> {
  let gone = false;
  void exited.then(() => {
    gone = true;
  });
  const end = Date.now() + START_MS_MAX;
  while (Date.now() < end) {
    if (gone) throw new Error(`The server ended before it was ready:\n${output()}`);
    const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE_MS_MAX) }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await sleep(50);
  }
  throw new Error(`The server was not ready in time:\n${output()}`);
}

/** Below the ports that Linux, macOS and Windows give to connections by themselves. */
const PORTS = { min: 20_000, max: 32_767 };
/** Each process that runs tests has as many of them for itself, by the number that Vitest gave it. */
const PORTS_OF_A_PROCESS = 1_000;
const firstPort =
  PORTS.min +
  PORTS_OF_A_PROCESS *
    (Number(process.env.VITEST_POOL_ID ?? 0) % Math.floor((PORTS.max - PORTS.min) / PORTS_OF_A_PROCESS));
/** Begun anywhere, as another suite may run on the same machine. */
let count = randomInt(PORTS_OF_A_PROCESS);

/**
 * A port that is free at this moment, that no connection takes until it is used, and that no other process of these tests is
 * given, so that a server can be started again where it was.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    count += 1;
    const port = firstPort + (count % PORTS_OF_A_PROCESS);
    const server = createServer();
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, () => resolve(true));
    });
    if (!free) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
