/** Starts the server: database, migrations, roles. Stops cleanly on SIGINT, SIGTERM or when its starter is gone. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '#database/embedded.ts';
import { migrate, SchemaError, verifySchema } from '#database/migrate.ts';
import { compose } from './compose/compose.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { type Listening, listen } from './http/frame/listen.ts';
import { createLog } from './log.ts';
import { quoted } from './ops/quoted.ts';

/** Where `npm run ops` looks for the database unless told otherwise. */
const STANDARD_DATA_DIR = fileURLToPath(new URL('../.data', import.meta.url));
const WEB_FOLDER = fileURLToPath(new URL('../.build/web', import.meta.url));
/** Error codes for a folder that cannot be created or written. */
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT']);
/** SQLSTATE by which a pooler refuses settings at the start of a connection. */
const PROTOCOL_VIOLATION = '08P01';

/** A fault that the person at the keyboard can fix; the message says how. */
class Mendable extends Error {}

try {
  const config = readConfig();
  for (const line of config.unknown) console.error(line);
  await start(config);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const stops: (() => Promise<void>)[] = [];
  const stop = once(async () => {
    for (const step of stops.reverse()) await step();
  });
  stopOnSignal(stop);
  try {
    const serves = config.roles.includes('web');
    if (serves && !existsSync(WEB_FOLDER)) {
      throw new Mendable('The web app is not built: start with `npm start`, which builds it.');
    }
    const url = config.databaseUrl ?? (await openEmbedded(config, stops));
    const direct = config.databaseDirectUrl ?? url;
    if (config.migrate === 'start') await migrate(direct);
    else await verifySchema(direct);
    const server = await compose(config, url, log, serves ? WEB_FOLDER : undefined);
    stops.push(server.close);
    if (serves) {
      const listening = await listen(server, config.hosts, config.port);
      stops.push(async () => {
        server.endStreams();
        await listening.stop();
      });
      server.setPort(listening.port);
      announce(config, listening);
    }
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openEmbedded(config: Config, stops: (() => Promise<void>)[]): Promise<string> {
  const starting = startEmbedded(config.dataDir);
  // If a stop comes during the start, it waits for the start, so that no cluster is left running. A failed start is
  // reported below.
  stops.push(() =>
    starting.then(
      ({ stop }) => stop(),
      () => undefined,
    ),
  );
  return (await starting).url;
}

function announce(config: Config, listening: Listening): void {
  const origin = config.development ? `http://localhost:${listening.port}` : config.appUrl;
  const lines = [`${config.productName} is ready.`, '', `  Site             ${origin}`];
  if (config.development) {
    lines.push(`  Mailbox          ${origin}/dev/mail`, `  Sandbox wall     ${origin}/dev/wall`);
    lines.push('', `  Become an admin  ${opsOn(config)}`, '  Stop             Ctrl-C');
  }
  console.log(`\n${lines.join('\n')}\n`);
}

/** The command that makes an admin on the database of this server. */
function opsOn({ databaseUrl, dataDir }: Config): string {
  const command = 'npm run ops -- admin grant <your e-mail>';
  if (databaseUrl) return `${command}   (with the same DATABASE_URL)`;
  const folder = path.resolve(dataDir);
  return folder === STANDARD_DATA_DIR ? command : `DATA_DIR=${quoted(folder)} ${command}`;
}

function stopOnSignal(stop: () => Promise<void>): void {
  const end = once(async () => {
    await stop();
    process.exit(0);
  });
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  // The starter holds a channel open. When the starter dies, no signal would stop this process.
  process.on('disconnect', end);
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}

/** One clear sentence for faults that can be fixed, the stack for all others. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof Mendable || error instanceof SchemaError)
    return error.message;
  const { code, path, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program: stop that one, or set PORT to another number.`;
  }
  if (code === PROTOCOL_VIOLATION && /startup parameter/.test(String(error))) {
    return 'DATABASE_URL leads to a pooler such as PgBouncer: set DATABASE_DIRECT_URL to the address of the database itself.';
  }
  if (code === 'EACCES' && port !== undefined) {
    return `This user may not listen on port ${port}: set PORT to a number above 1023.`;
  }
  if (code && UNWRITABLE.has(code) && path) {
    return `The data folder cannot be written (${path}): set DATA_DIR to a folder of this user.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
