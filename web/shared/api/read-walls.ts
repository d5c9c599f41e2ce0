import type { QueryClient } from '@tanstack/react-query';
import type { Wall } from '#contract/walls.ts';
import { call } from './call.ts';
import { keys } from './queries.ts';

const READ = [...keys.walls, 'decided'];
/** Some seconds long; without a connection they are read again once the stream is open again. */
const RETRIES = 3;

/**
 * Reads the walls again after something was decided about one: what it may be told of the member, or that it is paused. The
 * others keep their address, which may be another at each view: their frames would be loaded anew, and what the member does
 * in them lost. A read that fails in the end leaves what is shown until the next one.
 */
export async function readWalls(queryClient: QueryClient): Promise<void> {
  if (!queryClient.getQueryData(keys.walls)) return;
  // One that is under way may have been answered before the decision.
  await queryClient.cancelQueries({ queryKey: READ });
  const read = await queryClient
    .fetchQuery({
      queryKey: READ,
      queryFn: () => call('GET /api/walls'),
      // A hidden tab keeps what it has read for up to a minute, whatever is decided meanwhile.
      staleTime: 0,
      gcTime: 0,
      retry: RETRIES,
    })
    .catch(() => []);
  const stateOf = ({ sharing, embed }: Wall) => JSON.stringify([sharing, embed.kind]);
  const decided = (shown: Wall) =>
    // By the code, in case that another member has signed in meanwhile.
    read.find((wall) => wall.memberCode === shown.memberCode && stateOf(wall) !== stateOf(shown));
  queryClient.setQueryData<Wall[]>(keys.walls, (walls) => walls?.map((wall) => decided(wall) ?? wall));
}
