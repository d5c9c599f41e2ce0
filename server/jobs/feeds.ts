import { type ConfiguredWall, type PullPorts, type PullResult, pullFeeds } from '#domain/earning/index.ts';
import type { Tasks } from './run.ts';

/**
 * Pulls the feeds whose time has come, every minute. While vendors keep one job of this process waiting, the next ones end at once,
 * so that they never hold all workers.
 */
export function feedTasks(
  ports: PullPorts,
  walls: readonly ConfiguredWall[],
  onEnd: (wall: string, result: PullResult) => void,
): Pick<Tasks, 'pull_feeds'> {
  let isPulling = false;
  return {
    pull_feeds: async () => {
      if (isPulling) return;
      isPulling = true;
      try {
        await pullFeeds(ports, walls, onEnd);
      } finally {
        isPulling = false;
      }
    },
  };
}
