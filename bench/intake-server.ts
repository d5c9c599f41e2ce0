import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openAnnouncer } from '#database/announcer.ts';
import { createDatabase, createPool } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { openIntake, parseWalls } from '#domain/earning/index.ts';
import { compose } from '#server/compose/compose.ts';
import { readConfig } from '#server/config/config.ts';
import { listen } from '#server/http/frame/listen.ts';
import { postbackLane } from '#server/http/receivers/postbacks.ts';
import { createLog } from '#server/log.ts';
import { signatureOf, wallsFile } from './intake-wall.ts';

/**
 * One server of the comparison, as a process: `product` is the whole product, `single` the same route with a transaction
 * per call, `bare` a plain node:http server that only checks the signature. Sends its port, its peak memory when asked, and
 * what it looks like since it was last asked.
 */

export interface ServerState {
  rssBytes: number;
  /** Since the start. */
  rssBytesMax: number;
  heapBytes: number;
  /** Delays of the event loop since the last question. */
  delayMsMax: number;
  delayMsP99: number;
}

const [mode = '', databaseUrl = ''] = process.argv.slice(2);
const HOST = '127.0.0.1';
/** A threshold that no member reaches, because most credits only update the open page. */
const SETTINGS = { LOG_LEVEL: 'info', TRUSTED_PROXIES: HOST, REDEMPTION_THRESHOLD_POINTS: '1000000000' };

const SERVERS: Record<string, () => Promise<{ port: number; stop: () => Promise<void> }>> = {
  product: startProduct,
  single: startSingle,
  bare: startBare,
};
const delays = monitorEventLoopDelay({ resolution: 1 });
const start = SERVERS[mode];
if (!start) throw new Error(`there is no server ${mode}`);
const running = await start();
process.send?.({ port: running.port });
process.on('message', async (message) => {
  if (message === 'memory') process.send?.({ rssBytesMax: process.resourceUsage().maxRSS * 1024 });
  if (message === 'state') process.send?.(state());
  if (message === 'stop') await running.stop().then(() => process.disconnect?.());
});

function state(): ServerState {
  const { rss, heapUsed } = process.memoryUsage();
  const answer = {
    rssBytes: rss,
    rssBytesMax: process.resourceUsage().maxRSS * 1024,
    heapBytes: heapUsed,
    delayMsMax: delays.max / 1e6,
    delayMsP99: delays.percentile(99) / 1e6,
  };
  delays.enable();
  delays.reset();
  return answer;
}

async function startProduct() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pocketful-bench-'));
  const file = path.join(dataDir, 'walls.json');
  await writeFile(file, wallsFile());
  const config = readConfig({ ...SETTINGS, DATA_DIR: dataDir, WALLS_FILE: file });
  const server = await compose(config, databaseUrl, createLog(config.logLevel));
  const listening = await listen(server, [HOST], 0);
  return {
    port: listening.port,
    stop: async () => {
      await listening.stop();
      await server.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

/** The product's path for calls that are settled alone, with as many at once as the pool has connections. */
async function startSingle() {
  const log = createLog(SETTINGS.LOG_LEVEL);
  const pool = createPool(databaseUrl, (error) => log.error({ err: error }, 'lost'));
  const database = createDatabase(pool);
  const announcer = await openAnnouncer(pool, (error) => log.error({ err: error }, 'not told'));
  const transact = transactOn(database, announcer);
  const onFailure = (error: unknown) => log.error({ err: error }, 'postback failed');
  const { redemptionThresholdPoints: thresholdPoints } = readConfig(SETTINGS);
  const direct = postbackLane({
    walls: parseWalls(wallsFile(), 'walls', { variable: () => undefined, builtIn: [], feeds: [] }),
    intake: {
      ...openIntake({ database, transact, announcer, origin: `http://${HOST}`, thresholdPoints, onFailure }),
      creditTogether: async () => 'alone',
      settleAlone: (_key, work) => transact(work),
    },
    proxies: { trustedProxies: [HOST], trustedRequestIds: false },
    log,
  });
  const fetch = () => new Response(null, { status: 404 });
  const listening = await listen({ direct, fetch, endStreams: () => {} }, [HOST], 0);
  return {
    port: listening.port,
    stop: async () => {
      await listening.stop();
      await announcer.close();
      await database.destroy();
    },
  };
}

async function startBare() {
  const server = createServer((request, response) => {
    const query = request.url?.split('?')[1] ?? '';
    const parameters = new URLSearchParams(query);
    const given = parameters.get('sig');
    parameters.delete('sig');
    parameters.sort();
    const right = given === signatureOf(parameters.toString());
    response.writeHead(right ? 200 : 403, { 'Content-Type': 'text/plain' }).end(right ? 'ok' : 'forged');
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
