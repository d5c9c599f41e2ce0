import { startEmbedded } from '#database/embedded.ts';
import { verifySchema } from '#database/migrate.ts';
import { readConfig } from '#server/config/config.ts';
import type { WithAddress, WithDatabase } from './command.ts';
import { nameDatabase } from './name-database.ts';
import { openDatabase } from './open-database.ts';
import { runCommand } from './run-command.ts';

/** Starts the operator's command line: `npm run ops -- <command>`. */

const withAddress: WithAddress = async (work) => {
  const config = readConfig();
  for (const line of config.unknown) console.error(line);
  console.error(nameDatabase(config));
  const given = config.databaseDirectUrl ?? config.databaseUrl;
  const embedded = given ? undefined : await startEmbedded(config.dataDir);
  try {
    return await work(given ?? embedded?.url ?? '', config);
  } finally {
    await embedded?.stop();
  }
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

process.exitCode = await runCommand(process.argv.slice(2), { withAddress, withDatabase });
