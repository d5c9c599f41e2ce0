import { keep, kept } from '#web/shared/browser/storage.ts';

const KEY = 'offers-place';

/** Where a member was in the list. */
export interface Place {
  /** Number of pages that were loaded. */
  pages: number;
  /** Id of the offer that they opened, or the first that was on the screen. */
  offer: string;
  /** They opened it, so that its link had the focus. */
  opened: boolean;
}

/** The router's name of this entry of the browser's history; it survives a reload, and going back. */
const entry = (): string => (window.history.state as { __TSR_key?: string } | null)?.__TSR_key ?? '';

/** Keeps the place for this entry of the history, until the tab is closed. One place is kept. */
export const keepPlace = (place: Place): void =>
  keep(KEY, JSON.stringify({ entry: entry(), ...place }), 'tab');

/** The place that was kept for this entry of the history; undefined for a new visit. */
export function keptPlace(): Place | undefined {
  const place: Partial<Place & { entry: string }> = JSON.parse(kept(KEY, 'tab') ?? '{}');
  return entry() !== '' && place.entry === entry() ? (place as Place) : undefined;
}
