import { useWalls } from '#web/shared/api/queries.ts';

/** The title of the wall of an id; the id while titles are read, and of a wall that the site no longer has. */
export function useWallTitle(): (id: string) => string {
  const walls = useWalls().data;
  return (id) => walls?.find((wall) => wall.id === id)?.title ?? id;
}
