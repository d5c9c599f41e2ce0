import { createDatabase, createPool } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { verifySchema } from '#database/migrate.ts';
import { readConfig } from '#server/config/config.ts';
import type { WithAddress, WithDatabase } from './command.ts';
import { nameDatabase } from './name-database.ts';
import { runCommand } from './run-command.ts';

/** Starts the operator's command line: `npm run ops -- <command>`. */

/** The proofs read everything, and a statement of theirs may take as long as it needs. */
const SILENCE_MS_MAX = 3_600_000;

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
    const database = createDatabase(
      createPool(url, (error) => console.error(error.message), { silenceMsMax: SILENCE_MS_MAX }),
    );
    try {
      return await work(database, config);
    } finally {
      await database.destroy();
    }
  });

process.exitCode = await runCommand(process.argv.slice(2), { withAddress, withDatabase });
