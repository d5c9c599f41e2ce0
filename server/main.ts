/**
 * Starts the server: database, migrations, roles. Stops on SIGINT, SIGTERM or when its starter or the starter's terminal is
 * gone, within a limit: what a database that does not respond keeps from ending is given up, as by a kill -9.
 */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '#database/embedded.ts';
import { migrate, SchemaError, verifySchema } from '#database/migrate.ts';
import { DatabaseFault, databaseFault, reachDatabase } from '#database/reach.ts';
import { compose, type Server, verifyBeforeMigrating } from './compose/compose.ts';
import { type Config, ConfigError, readConfig, widenThreadPool } from './config/config.ts';
import { endInTime, type Step } from './end-in-time.ts';
import { type Listening, listen } from './http/frame/listen.ts';
import { createLog, type Log } from './log.ts';
import { once } from './once.ts';
import { quoted } from './ops/quoted.ts';
import { openTracing, traceId } from './tracing/index.ts';

/** Where `npm run ops` looks for the database unless told otherwise. */
const STANDARD_DATA_DIR = fileURLToPath(new URL('../.data', import.meta.url));
const WEB_FOLDER = fileURLToPath(new URL('../.build/web', import.meta.url));
/**
 * Time after the delay of a shutdown for requests, jobs and connections to end, and then for the embedded database. With that of
 * the reports they are a second less than the fifteen that are promised.
 */
const END_MS_MAX = 6_000;
const DATABASE_END_MS_MAX = 5_000;
/** Time after that of requests and jobs to send the last faults and traces. */
const REPORTS_END_MS_MAX = 3_000;
/** Error codes for a file or folder that cannot be created, read or written. */
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT']);
/** SQLSTATE by which a pooler refuses settings at the start of a connection. */
const PROTOCOL_VIOLATION = '08P01';

/** A fault that the person at the keyboard can fix; the message says how. */
class Mendable extends Error {}

try {
  widenThreadPool();
  await start(readConfig());
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const { log, steps } = await openReports(config);
  // What people read in development is a line of the log in production, where programs read it.
  const tell = (sentence: string) => (config.development ? console.error(sentence) : log.warn(sentence));
  for (const line of config.unknown) tell(line);
  const stop = once(() => endInTime(steps, log));
  const stopping = stopOnSignal(stop);
  const fail = async (error: unknown) => {
    await stop();
    // What a stop ends under a start makes it fail.
    if (stopping.aborted) return;
    const sentence = explain(error, config.dataDir);
    if (config.development || config.logLevel === 'silent') console.error(sentence);
    else log.fatal(sentence);
    process.exit(1);
  };
  try {
    const serves = config.roles.includes('web');
    if (serves && !existsSync(path.join(WEB_FOLDER, 'index.html'))) {
      throw new Mendable('The web app is not built: start with `npm start`, which builds it.');
    }
    const url = config.databaseUrl ?? (await openEmbedded(config, log, steps, fail));
    const server = await openServer(config, url, log, steps, serves);
    // It answers until the process has ended.
    if (config.healthPort) await listen(server.health, config.hosts, config.healthPort);
    if (serves) await serve(config, server, steps);
    log.info({ roles: config.roles, site: config.appUrl }, 'ready');
  } catch (error) {
    await fail(error);
  }
}

/** The log, and what tells other systems of faults and traces. The steps end these after everything else. */
async function openReports(config: Config): Promise<{ log: Log; steps: Step[] }> {
  const { errorService, traces } = config;
  const steps: Step[] = [];
  const byMs = config.shutdownDelayMs + END_MS_MAX + REPORTS_END_MS_MAX;
  const service = errorService && (await import('./error-service.ts')).openErrorService(errorService);
  if (service) steps.push({ name: 'error service', end: service.close, byMs });
  const log = createLog(config.logLevel, { onFault: service?.send, traceId: traces ? traceId : undefined });
  // Node says it too, and ends the process.
  process.on('uncaughtExceptionMonitor', (err) => log.fatal({ err }, 'the process ends by a fault'));
  if (traces) {
    const onFailure = (error: unknown) => log.warn({ err: error }, 'traces could not be sent');
    steps.push({ name: 'traces', end: await openTracing({ ...traces, onFailure }), byMs });
  }
  return { log, steps };
}

async function openServer(
  config: Config,
  url: string,
  log: Log,
  steps: Step[],
  serves: boolean,
): Promise<Server> {
  const onWaiting = (fault: DatabaseFault) => log.warn(`${fault.message} It is tried again.`);
  const direct = config.databaseDirectUrl ?? url;
  await reachDatabase(direct, onWaiting);
  await namingDatabase(direct, verifyBeforeMigrating(config, direct));
  await namingDatabase(
    direct,
    config.migrate === 'start' ? migrateLogged(direct, log) : verifySchema(direct),
  );
  const server = await namingDatabase(url, compose(config, url, log, serves ? WEB_FOLDER : undefined));
  steps.push({ name: 'jobs and connections', end: server.close, byMs: config.shutdownDelayMs + END_MS_MAX });
  return server;
}

/** Says when it begins, as it may take long or wait for another process that migrates, and what it applied. */
async function migrateLogged(url: string, log: Log): Promise<void> {
  log.info('the database responds; its schema is brought to this version');
  log.info({ migrations: await migrate(url) }, 'the schema is current');
}

/** Makes a fault of the database in this work one sentence that names it. */
async function namingDatabase<T>(url: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw databaseFault(url, error) ?? error;
  }
}

/** Starts the embedded database and returns its address. `onLost` is called if it ends: a start alone starts it. */
async function openEmbedded(
  config: Config,
  log: Log,
  steps: Step[],
  onLost: (error: Mendable) => Promise<void>,
): Promise<string> {
  const starting = startEmbedded(config.dataDir, {}, (fault) =>
    log.warn(`${fault.message} It is waited for.`),
  );
  // If a stop comes during the start, it waits for the start, so that no cluster is left running. A failed start is
  // reported by who waits for it.
  const end = () =>
    starting.then(
      ({ stop }) => stop(),
      () => undefined,
    );
  const byMs = config.shutdownDelayMs + END_MS_MAX + DATABASE_END_MS_MAX;
  steps.push({ name: 'the embedded database', end, byMs });
  const { url, lost } = await starting;
  const folder = path.resolve(config.dataDir);
  void lost.then(() => onLost(new Mendable(`The embedded database in ${folder} has ended: start again.`)));
  return url;
}

async function serve(config: Config, server: Server, steps: Step[]): Promise<void> {
  const listening = await listen(server, config.hosts, config.port);
  const end = async () => {
    server.retire();
    listening.retire();
    // Balancers notice that the process is no longer ready, and clients that their connections are closed.
    await pause(config.shutdownDelayMs);
    await listening.stop();
  };
  steps.push({ name: 'requests', end, byMs: config.shutdownDelayMs + END_MS_MAX });
  server.setPort(listening.port);
  if (config.development) announce(config, listening);
}

function announce(config: Config, listening: Listening): void {
  const origin = `http://localhost:${listening.port}`;
  const lines = [`${config.productName} is ready.`, '', `  Site             ${origin}`];
  lines.push(`  Mailbox          ${origin}/dev/mail`, `  Sandbox wall     ${origin}/dev/wall`);
  lines.push('', `  Become an admin  ${opsOn(config)}`, '  Stop             Ctrl-C');
  console.log(`\n${lines.join('\n')}\n`);
}

/** The command that makes an admin on the database of this server. */
function opsOn({ databaseUrl, dataDir }: Config): string {
  const command = 'npm run ops -- admin grant <your email>';
  if (databaseUrl) return `${command}   (with the same DATABASE_URL)`;
  const folder = path.resolve(dataDir);
  return folder === STANDARD_DATA_DIR ? command : `DATA_DIR=${quoted(folder)} ${command}`;
}

/** Returns a signal that is aborted when the process was told to stop. Being told again changes nothing. */
function stopOnSignal(stop: () => Promise<boolean>): AbortSignal {
  const told = new AbortController();
  const end = async () => {
    told.abort();
    process.exit((await stop()) ? 0 : 1);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  // The starter holds a channel open. When the starter dies, no signal would stop this process.
  process.on('disconnect', end);
  // A terminal that is closed. Without a starter it may have been told to outlive that, as by nohup.
  if (process.connected) process.on('SIGHUP', end);
  return told.signal;
}

/** One clear sentence for faults that can be fixed, the stack for all others. */
function explain(error: unknown, dataDir?: string): string {
  const known = [ConfigError, DatabaseFault, Mendable, SchemaError];
  if (error instanceof Error && known.some((kind) => error instanceof kind)) return error.message;
  const {
    code,
    path: file,
    port,
    address,
  } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program: stop that one, or set PORT or HEALTH_PORT to another number.`;
  }
  if (code === 'EADDRNOTAVAIL') {
    return `HOST: ${address} is not an address of this machine; leave it out, or set it to one that is.`;
  }
  if (code === PROTOCOL_VIOLATION && /startup parameter/.test(String(error))) {
    return 'DATABASE_URL leads to a pooler such as PgBouncer: set DATABASE_DIRECT_URL to the address of the database itself.';
  }
  if (code === 'EACCES' && port !== undefined) {
    return `This user may not listen on port ${port}: set PORT to a number above 1023.`;
  }
  if (error instanceof Error && UNWRITABLE.has(code ?? '') && file) {
    const folder = dataDir && path.resolve(dataDir);
    // A folder above it may be the one that cannot be made.
    return folder && (isIn(folder, file) || isIn(file, folder))
      ? `The data folder cannot be written (${file}): set DATA_DIR to a folder of this user.`
      : `${error.message}.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function isIn(folder: string, file: string): boolean {
  return !path.relative(folder, file).startsWith('..');
}
