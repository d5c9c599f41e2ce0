import {
  type ConfiguredWall,
  keepPictures,
  type PicturePorts,
  type PictureRound,
} from '#domain/earning/index.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { Tasks } from './run.ts';

/** Keeps small copies of the pictures of offers, every minute. A process is at one round at a time. */
export const pictureTasks = (
  ports: PicturePorts,
  walls: readonly ConfiguredWall[],
  onEnd: (round: PictureRound) => void,
): Pick<Tasks, 'keep_pictures'> => ({
  keep_pictures: oneAtATime(async () => onEnd(await keepPictures(ports, walls))),
});
