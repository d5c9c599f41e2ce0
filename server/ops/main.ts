import path from 'node:path';
import { hasEmbedded, startEmbedded } from '#database/embedded.ts';
import { SchemaError, verifySchema } from '#database/migrate.ts';
import { tryDatabase } from '#database/reach.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import type { WithAddress, WithDatabase } from './command.ts';
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
  // What keeps a connection from being made is one sentence, whatever the driver throws.
  const fault = given && (await tryDatabase(given, 'read'));
  if (fault) throw fault;
  const embedded = given ? undefined : await startEmbedded(config.dataDir);
  try {
    return await work(given ?? embedded?.url ?? '', config);
  } finally {
    await embedded?.stop();
  }
}

const addressOf = ({ databaseDirectUrl, databaseUrl }: Config) => databaseDirectUrl ?? databaseUrl;

process.exitCode = await runCommand(process.argv.slice(2), { withAddress, withDatabase, withNewAddress });
