import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { endRules } from '#domain/earning/offers/rules.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import type { ConfiguredFeed } from './feed-definition.ts';
import { type PullPorts, type PullResult, pullFeed } from './pull-feed.ts';

export type WallWithFeed = ConfiguredWall & { feed: ConfiguredFeed };
export const hasFeed = (wall: ConfiguredWall): wall is WallWithFeed => wall.feed !== undefined;

/**
 * Pulls every feed whose time has come, all at once: a vendor that is silent holds up no other. Offers of walls without a
 * feed leave, and rules that have ended say nothing more, whatever the vendors answer. `onEnd` is told of each pull. Throws
 * what the database throws, after all have ended.
 */
export async function pullFeeds(
  ports: PullPorts,
  walls: readonly ConfiguredWall[],
  onEnd: (wall: string, result: PullResult) => void,
): Promise<void> {
  const fed = walls.filter(hasFeed);
  const ids = fed.map(({ definition }) => definition.id);
  await ports.transact((tx) => dropOthers(tx, ids));
  const ended = await Promise.allSettled([
    ports.transact(endRules),
    ...fed.map(async (wall) => onEnd(wall.definition.id, await pullFeed(ports, { wall, feed: wall.feed }))),
  ]);
  const thrown = ended.find((one) => one.status === 'rejected');
  if (thrown) throw thrown.reason;
}

const dropOthers = (tx: Tx, walls: readonly string[]) =>
  sql`update feed_offers set left_at = now() where left_at is null and wall <> all (${walls})`.execute(tx);
