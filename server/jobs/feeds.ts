import { type ConfiguredWall, type PullPorts, type PullResult, pullFeeds } from '#domain/earning/index.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { Tasks } from './run.ts';

/** Pulls the feeds whose time has come, every minute. Vendors keep one job of a process waiting at the most. */
export const feedTasks = (
  ports: PullPorts,
  walls: readonly ConfiguredWall[],
  onEnd: (wall: string, result: PullResult) => void,
): Pick<Tasks, 'pull_feeds'> => ({ pull_feeds: oneAtATime(() => pullFeeds(ports, walls, onEnd)) });
