import { OWN_SOURCE } from '#contract/tasks.values.ts';

/** What the statement needs to know of a configured wall. */
export interface Wall {
  definition: { id: string; title: string };
}

/** The title of the wall of this id, the id of one that is gone, or OWN_SOURCE where no wall paid. */
export function sourceOf(walls: Wall[], id: string | null): string {
  if (id === null) return OWN_SOURCE;
  return walls.find(({ definition }) => definition.id === id)?.definition.title ?? id;
}
