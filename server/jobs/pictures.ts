import {
  type ConfiguredWall,
  keepPictures,
  type PicturePorts,
  type PictureRound,
} from '#domain/earning/index.ts';
import type { Tasks } from './run.ts';

/** Keeps small copies of the pictures of offers, every minute. A process is at one round at a time. */
export function pictureTasks(
  ports: PicturePorts,
  walls: readonly ConfiguredWall[],
  onEnd: (round: PictureRound) => void,
): Pick<Tasks, 'keep_pictures'> {
  let isKeeping = false;
  return {
    keep_pictures: async () => {
      if (isKeeping) return;
      isKeeping = true;
      try {
        onEnd(await keepPictures(ports, walls));
      } finally {
        isKeeping = false;
      }
    },
  };
}
