import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createDatabase, createPool } from '#database/client.ts';
import { type OutsideLoad, startLoad } from './outside-model.ts';
import { PATIENT } from './patience.ts';
import { startTremendous } from './payouts/tremendous.ts';
import { startProcess, temporaryFolder } from './process.ts';
import { SECRET, wall } from './walls.ts';

export interface TwoServers {
  load: OutsideLoad;
  /** Ids of the redemptions that have a reward at the vendor, one for each reward. */
  paid: () => (string | null)[];
  /** The settings of both, for `runOps`. */
  settings: Record<string, string>;
  stop: () => Promise<void>;
}

/** Starts two servers on the database with this connection string, a vendor of cards, and load on both servers. */
export async function startTwoServers(url: string): Promise<TwoServers> {
  const folder = await temporaryFolder();
  const walls = [{ definition: wall('plain', {}), secrets: { key: SECRET } }];
  const vendor = await startTremendous();
  const settings = {
    PAYOUT_PROVIDER: 'tremendous',
    TREMENDOUS_BASE_URL: vendor.settings.baseUrl,
    TREMENDOUS_API_KEY: vendor.settings.apiKey,
    TREMENDOUS_PRODUCT_IDS: vendor.settings.productIds.join(','),
    TREMENDOUS_WEBHOOK_KEY: vendor.settings.webhookKey,
    DATABASE_URL: url,
    DATA_DIR: folder.path,
    WALLS_FILE: path.join(folder.path, 'walls.json'),
  };
  await writeFile(settings.WALLS_FILE, JSON.stringify({ walls }));
  const servers = await Promise.all([1, 2].map(() => startProcess(folder.path, settings)));
  const database = createDatabase(createPool(url, () => {}, PATIENT));
  const addresses = servers.map((server) => server.url);
  return {
    load: await startLoad(database, addresses, 'plain'),
    paid: () => vendor.orders.map(({ externalId }) => externalId),
    settings,
    stop: async () => {
      await database.destroy();
      await Promise.all(servers.map((server) => server.end('SIGKILL')));
      await vendor.close();
      await folder.remove();
    },
  };
}
