import { createContext, useContext } from 'react';

/** What parts of a screen need to know about the screen at a path below /admin. */
export interface FoundSection {
  section: { screen: { preload?: () => Promise<unknown> | undefined } };
  params: Record<string, string>;
}

type FindSection = (path: string) => FoundSection | undefined;

/** Provided by the layout, so that a screen does not import the list that contains it. */
export const FindSectionContext = createContext<FindSection | null>(null);

export function useFindSection(): FindSection {
  const find = useContext(FindSectionContext);
  if (!find) throw new Error('This part stands outside of the screens of the admins');
  return find;
}
