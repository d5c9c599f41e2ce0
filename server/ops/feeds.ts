import type { Command } from '@commander-js/extra-typings';
import type { FeedHealth } from '#contract/feeds.ts';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import {
  feedsHealth,
  hasFeed,
  listFeedOffers,
  type PullResult,
  pullFeed,
  type WallWithFeed,
} from '#domain/earning/index.ts';
import { openFeeds, readOperatorsWalls } from '#server/compose/adapters.ts';
import { type Config, ConfigError } from '#server/config/config.ts';
import { UsageError } from './arguments.ts';
import type { Ops } from './command.ts';

export function addFeeds(program: Command, { exitsWith, withDatabase }: Ops): void {
  const feeds = program.command('feeds').description('Feeds: the catalogues of the walls');
  feeds
    .command('check')
    .description('print how old each catalogue is and what was left out; fail if one is old or empty')
    .action(exitsWith(() => withDatabase(check)));
  feeds
    .command('pull')
    .argument('<wall>')
    .description('pull the catalogue of a wall now')
    .option('--accept-fewer', 'even if it has far fewer offers than before, or almost none of the same')
    .action(
      exitsWith((wall, { acceptFewer = false }) =>
        withDatabase((database, config) => pull(database, config, wall, acceptFewer)),
      ),
    );
  feeds
    .command('show')
    .argument('<wall>')
    .argument('[search]', 'part of a title, or the id of an offer')
    .description('print offers of a catalogue with their goals, 50 at most')
    .option('--left', 'those that are no longer offered')
    .action(
      exitsWith((wall, search, { left = false }) =>
        withDatabase((database, config) => show(database, config, { wall, search, left })),
      ),
    );
}

/** A catalogue is old after so many times its rhythm, and after an hour at the earliest. */
const OLD_AFTER_ROUNDS = 4;
const OLD_AFTER_MINUTES_MIN = 60;
const MINUTE_MS = 60_000;

async function check(database: Database, config: Config): Promise<number> {
  const walls = await wallsWithFeeds(config);
  let wrong = 0;
  for (const feed of await feedsHealth(database, walls)) {
    const ageMinutes = feed.pulledAt
      ? (Date.now() - feed.pulledAt.getTime()) / MINUTE_MS
      : Number.POSITIVE_INFINITY;
    const isOld = ageMinutes > Math.max(OLD_AFTER_ROUNDS * feed.everyMinutes, OLD_AFTER_MINUTES_MIN);
    if (isOld || feed.offers === 0) wrong += 1;
    const age = feed.pulledAt ? `confirmed ${Math.round(ageMinutes)} minutes ago` : 'never pulled';
    console.log(
      `${feed.title}: ${feed.offers} offers with ${feed.goals} goals, ${age}${isOld ? ' (old)' : ''}`,
    );
    if (feed.fault) {
      const status = feed.faultStatus === null ? '' : `, status ${feed.faultStatus}`;
      console.log(`  the last pull failed: ${feed.fault}${status}; ${feed.failures} in a row`);
    }
    const { shown, waiting, faults } = feed.pictures;
    const without = faults.map(({ fault, offers }) => `, ${offers} failed: ${fault}`).join('');
    console.log(`  pictures: ${shown} shown, ${waiting} waiting${without}`);
    for (const line of linesOf(feed.leftOut)) console.log(line);
  }
  console.log(
    wrong === 0 ? 'Every catalogue is up to date.' : `${wrong} of ${walls.length} catalogues need a look.`,
  );
  return wrong === 0 ? 0 : 1;
}

const linesOf = (leftOut: FeedHealth['leftOut']): string[] =>
  leftOut.map(({ reason, count, examples }) => {
    const named = examples.map(({ offerId, detail }) => [offerId ?? '?', detail].filter(Boolean).join(': '));
    return `  left out ${count}: ${reason} (${named.join(', ')})`;
  });

async function pull(database: Database, config: Config, wall: string, acceptFewer: boolean): Promise<number> {
  const found = findWall(await wallsWithFeeds(config), wall);
  const ports = { transact: transactOn(database), ask: openFeeds() };
  const result = await pullFeed(ports, { wall: found, feed: found.feed }, { now: true, acceptFewer });
  console.log(sentenceFor(result));
  if (result.outcome === 'failed') for (const line of linesOf(result.leftOut ?? [])) console.log(line);
  return result.outcome === 'failed' || result.outcome === 'later' ? 1 : 0;
}

function sentenceFor(result: PullResult): string {
  if (result.outcome === 'later') return 'Another process is pulling it.';
  if (result.outcome === 'same') return 'The vendor says that nothing has changed.';
  if (result.outcome === 'failed') {
    const status = result.status === null ? '' : ` (status ${result.status})`;
    const isDoubted = result.fault === 'fewer' || result.fault === 'exchanged';
    const hint = isDoubted ? ' To accept it: --accept-fewer.' : '';
    return `Not pulled: ${result.fault}${status}. The catalogue before stays.${hint}`;
  }
  const { offers, added, changed, gone, returned } = result;
  return `${offers} offers: ${added} new, ${changed} changed, ${returned} returned; ${gone} left.`;
}

async function show(
  database: Database,
  config: Config,
  { wall, search, left }: { wall: string; search: string | undefined; left: boolean },
): Promise<number> {
  const found = findWall(await wallsWithFeeds(config), wall);
  const offers = await listFeedOffers(database, found.definition.id, {
    standing: left ? 'left' : 'offered',
    search,
  });
  for (const offer of offers) {
    const where = offer.countries?.join(' ') ?? 'everywhere';
    const what = offer.totalPoints === null ? 'points vary' : `${offer.totalPoints} points`;
    console.log(`${offer.id}  ${offer.title}  ${what}  ${where}`);
    for (const goal of offer.goals) {
      console.log(`    ${goal.points ?? 'points vary'}  ${goal.name}${goal.paid ? '' : ' (pays nothing)'}`);
    }
  }
  if (offers.length === 0) console.log('No such offers.');
  return 0;
}

async function wallsWithFeeds(config: Config): Promise<WallWithFeed[]> {
  if (!config.wallsFile) throw new ConfigError(['WALLS_FILE: expected a file, as feeds are in it']);
  return (await readOperatorsWalls(config.wallsFile, config)).filter(hasFeed);
}

function findWall(walls: WallWithFeed[], id: string): WallWithFeed {
  const found = walls.find(({ definition }) => definition.id === id);
  if (found) return found;
  const known = walls.map(({ definition }) => definition.id).join(', ');
  throw new UsageError(`expected a wall with a feed${known ? `, one of ${known}` : ''}, got ${id}`);
}
