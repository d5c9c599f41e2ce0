import path from 'node:path';
import { hasEmbedded, startEmbedded } from '#database/embedded.ts';
import { SchemaError, verifySchema } from '#database/migrate.ts';
import { tryDatabase } from '#database/reach.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { once } from '#server/once.ts';
import { STOPS, type WithAddress, type WithDatabase } from './command.ts';
import { nameDatabase } from './name-database.ts';
import { openDatabase } from './open-database.ts';
import { runCommand } from './run-command.ts';

/** Starts the operator's command line: `npm run ops -- <command>`. */

const withNewAddress: WithAddress = (work) => open(readConfig(), work);

const withAddress: WithAddress = async (work) => {
  const config = readConfig();
  // A mistyped folder would be told that all is well with the database that was just made in it.
  if (!addressOf(config) && !(await hasEmbedded(config.dataDir))) {
    const folder = path.resolve(config.dataDir);
    throw new SchemaError(
      `There is no database in ${folder} yet: name another folder in DATA_DIR or a server in DATABASE_URL, or start the product, which makes one.`,
    );
  }
  return open(config, work);
};

const withDatabase: WithDatabase = (work) =>
  withAddress(async (url, config) => {
    await verifySchema(url);
    const database = openDatabase(url);
    try {
      return await work(database, config);
    } finally {
      await database.destroy();
    }
  });

async function open(config: Config, work: Parameters<WithAddress>[0]): Promise<number> {
  for (const line of config.unknown) console.error(line);
  console.error(nameDatabase(config));
  const given = addressOf(config);
  if (!given) return withEmbedded(config, work);
  // What keeps a connection from being made is one sentence, whatever the driver throws.
  const fault = await tryDatabase(given, 'read');
  if (fault) throw fault;
  return work(given, config);
}

/** Starts the embedded database while `work` runs. A signal that ends the process stops it first. */
async function withEmbedded(config: Config, work: Parameters<WithAddress>[0]): Promise<number> {
  const starting = startEmbedded(config.dataDir);
  const stop = once(() => starting.then((embedded) => embedded.stop()));
  const end = async (signal: NodeJS.Signals) => {
    // A command that listens too ends by itself, as a backup does once it has removed what it wrote.
    if (process.listenerCount(signal) > 1) return;
    await stop().catch((error: Error) => console.error(error.message));
    process.exit(1);
  };
  for (const signal of STOPS) process.on(signal, end);
  try {
    return await work((await starting).url, config);
  } finally {
    await stop();
  }
}

const addressOf = ({ databaseDirectUrl, databaseUrl }: Config) => databaseDirectUrl ?? databaseUrl;

process.exitCode = await runCommand(process.argv.slice(2), { withAddress, withDatabase, withNewAddress });
