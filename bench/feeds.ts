import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { startTemporary } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { transactOn } from '#database/transaction.ts';
import { type PullResult, pullFeed } from '#domain/earning/index.ts';
import { asking, type StandIn, startStandIn, wallOf } from '#testing/feeds/stand-in.ts';
import type { StandInOffer } from '#testing/feeds/vendors.ts';

/** One answer of tens of megabytes, and pages of a hundred. */
const VENDORS = ['ayet', 'adgem'];
const FEW = 2_000;
const MANY = 20_000;
const GOALS = 5;
const SAMPLE_MS = 1_000;
/** Ten times the offers may take this many times the memory. */
const MEMORY_RATIO_MAX = 1.5;
const BYTES_PER_MIB = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/**
 * Pulls catalogues of 2,000 and of 20,000 offers and prints time and memory that was alive at the most, with the stand-in that
 * makes the offers as it sends them. Returns false if the memory grows with the catalogue, or an offer is missing.
 */
export async function benchFeeds(): Promise<boolean> {
  const cluster = await startTemporary();
  await migrate(cluster.url);
  const database = createDatabase(createPool(cluster.url, () => {}));
  try {
    let isRight = true;
    for (const id of VENDORS) isRight = (await benchVendor(database, id)) && isRight;
    return isRight;
  } finally {
    await database.destroy();
    await cluster.stop();
  }
}

async function benchVendor(database: Database, id: string): Promise<boolean> {
  const standIn = await startStandIn(id);
  try {
    const few = await measure(database, standIn, FEW);
    const many = await measure(database, standIn, MANY);
    const again = await measure(database, standIn, MANY);
    const ratio = many.mebibytes / few.mebibytes;
    console.log(`${id}: memory ratio ${ratio.toFixed(2)} (at most ${MEMORY_RATIO_MAX})`);
    const { rows } = await sql<{ offers: number; goals: number }>`
      select (select count(*)::integer from feed_offers where wall = ${id} and left_at is null) as offers,
        (select count(*)::integer from feed_goals where wall = ${id}) as goals`.execute(database);
    const isComplete = rows[0]?.offers === MANY && rows[0].goals === MANY * GOALS;
    const isStill = again.result.outcome === 'pulled' && again.result.changed === 0;
    console.log(
      `${id}: ${isComplete ? 'every offer and goal is there' : `expected ${MANY} offers, found ${JSON.stringify(rows)}`}`,
    );
    console.log(
      `${id}: ${isStill ? 'a second pull changes nothing' : `a second pull: ${JSON.stringify(again.result)}`}`,
    );
    return ratio <= MEMORY_RATIO_MAX && isComplete && isStill;
  } finally {
    await standIn.close();
  }
}

async function measure(
  database: Database,
  standIn: StandIn,
  count: number,
): Promise<{ mebibytes: number; result: PullResult }> {
  standIn.offers = () => offersTo(count);
  standIn.count = () => count;
  const wall = wallOf(standIn);
  let most = 0;
  const sample = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    most = Math.max(most, heapUsed + external);
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  const begun = performance.now();
  const result = await pullFeed(
    { transact: transactOn(database), ask: asking(standIn) },
    { wall, feed: wall.feed },
    { now: true },
  );
  clearInterval(timer);
  const seconds = (performance.now() - begun) / 1000;
  const mebibytes = most / BYTES_PER_MIB;
  console.log(
    `${standIn.vendor.id}: ${count} offers in ${seconds.toFixed(1)} s, ${mebibytes.toFixed(0)} MiB: ${JSON.stringify(result)}`,
  );
  return { mebibytes, result };
}

const DESCRIPTION = 'Reach the highest level of the game and collect every crown on the way. '.repeat(40);

function* offersTo(count: number): Generator<StandInOffer> {
  for (let index = 0; index < count; index += 1) {
    const goals = Array.from({ length: GOALS }, (_, goal) => ({
      id: `g${goal}`,
      name: `Level ${goal}`,
      amount: 10 + goal,
    }));
    yield { id: String(index + 1), title: `Offer ${index}`, description: DESCRIPTION, goals };
  }
}
