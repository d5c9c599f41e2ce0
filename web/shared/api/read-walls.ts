import type { QueryClient } from '@tanstack/react-query';
import type { Wall } from '#contract/walls.ts';
import { call } from './call.ts';
import { keys } from './queries.ts';

/**
 * Reads the walls again after something was decided about one: what it may be told of the member, or that it is paused. The
 * others keep their address, which may be another at each view: their frames would be loaded anew, and what the member does
 * in them lost.
 */
export async function readWalls(queryClient: QueryClient): Promise<void> {
  if (!queryClient.getQueryData(keys.walls)) return;
  const read = await call('GET /api/walls').catch(() => []);
  const stateOf = ({ sharing, embed }: Wall) => JSON.stringify([sharing, embed.kind]);
  const decided = (shown: Wall) =>
    // By the code, in case that another member has signed in meanwhile.
    read.find((wall) => wall.memberCode === shown.memberCode && stateOf(wall) !== stateOf(shown));
  queryClient.setQueryData<Wall[]>(keys.walls, (walls) => walls?.map((wall) => decided(wall) ?? wall));
}
