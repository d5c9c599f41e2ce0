import { createDatabase, createPool } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { readConfig } from '#server/config/config.ts';
import type { WithDatabase } from './command.ts';
import { runCommand } from './run-command.ts';

/** Starts the operator's command line: `npm run ops -- <command>`. */

const withDatabase: WithDatabase = async (work) => {
  const config = readConfig();
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir);
  const url = config.databaseUrl ?? embedded?.url ?? '';
  await migrate(url);
  const database = createDatabase(createPool(url, (error) => console.error(error.message)));
  try {
    return await work(database, config);
  } finally {
    await database.destroy();
    await embedded?.stop();
  }
};

process.exitCode = await runCommand(process.argv.slice(2), withDatabase);
